"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, SYSTEMS, signed


def metric_scores(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, systems=SYSTEMS):
    keys = itertools.product(datasets, metrics, ["unchanged source", *systems])
    table = pd.DataFrame(list(keys), columns=["dataset", "metric", "system"])
    table["mean"] = np.random.default_rng(7).uniform(0.7, 0.9, len(table))
    first_system_mean = table.groupby(["dataset", "metric"])["mean"].transform(
        lambda mean: mean.iloc[1]
    )
    table["difference"] = (table["mean"] - first_system_mean).where(table["system"] != systems[0])
    for measure in ("mean", "difference"):
        prefix = "" if measure == "mean" else f"{measure}_"
        table[f"{prefix}low"], table[f"{prefix}high"] = (
            table[measure] - 0.01,
            table[measure] + 0.01,
        )
    table["p"] = table["p_holm"] = table["difference"].abs().clip(upper=1)
    counts = {"sentences": 754, "left_out": 1, "undefined": 0, "sources": 700}
    return signed(table.assign(other_system=systems[0], note="", **counts))
