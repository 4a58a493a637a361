"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed


def interactions(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    distances = ("0", "1", "2", "3–4", "5–8", "9–16", "≥ 17")
    groups = [("all", "all"), *(("distance", name) for name in distances)]
    groups += [("types", "DET + NOUN"), ("types", "PUNCT + SPELL")]
    keys = itertools.product(datasets, metrics, groups, ("mean", "relative", "negative"))
    table = pd.DataFrame(
        [(dataset, metric, *group, measure) for dataset, metric, group, measure in keys],
        columns=["dataset", "metric", "by", "group", "measure"],
    )
    place = table["group"].map([name for _, name in groups].index)
    table["value"] = 0.4 * np.exp(-place / 4) + 0.02 * table["metric"].map(list(metrics).index)
    table["low"], table["high"] = table["value"] * 0.8, table["value"] * 1.2
    table["items"], table["sources"], table["note"] = 2000 - 150 * place, 300, ""
    left_out = table[(table["by"] == "all") & (table["measure"] == "mean")]
    table = pd.concat([table, left_out.assign(measure="left_out", value=0.125, low=0.1, high=0.15)])
    return signed(table.assign(missing=0).reset_index(drop=True))
