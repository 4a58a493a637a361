"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, SYSTEMS, signed


def system_scores(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, systems=SYSTEMS):
    keys = itertools.product(datasets, metrics, ["unchanged source", *systems])
    table = pd.DataFrame(list(keys), columns=["dataset", "metric", "system"])
    table = table.assign(lines=754, changed=0.8, edits=1500, tp=700, fp=800, fn=900)
    table = table.assign(precision=0.467, recall=0.438, f_sources=740, f_note="")
    table["mean"] = np.random.default_rng(7).uniform(0.7, 0.9, len(table))
    first = table.groupby(["dataset", "metric"])["mean"].transform(lambda mean: mean.iloc[1])
    table["difference"] = (table["mean"] - first).where(table["system"] != systems[0])
    for measure, value in {"f": 0.461, "gleu": 0.55}.items():
        table[measure] = value
    for measure in ("mean", "difference", "f", "gleu"):
        prefix = "" if measure == "mean" else f"{measure}_"
        table[f"{prefix}low"], table[f"{prefix}high"] = (
            table[measure] - 0.01,
            table[measure] + 0.01,
        )
    table["p"] = table["p_holm"] = table["difference"].abs().clip(upper=1)
    counts = {"sentences": 754, "left_out": 1, "undefined": 0, "sources": 700}
    return signed(table.assign(other_system=systems[0], note="", **counts))
