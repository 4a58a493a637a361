"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed

OWNERS = ("reference", "shared", "other")


def right_by_construction(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    groups = [(kind, name, "positive") for kind in OWNERS for name in ("all", "SPELL")]
    groups += [("reference", "all", "preferred"), ("reference", "all", "tau")]
    keys = [(*key, *group) for key in itertools.product(datasets, metrics) for group in groups]
    table = pd.DataFrame(keys, columns=["dataset", "metric", "kind", "type", "measure"])
    table["value"] = np.random.default_rng(12).uniform(0.4, 0.9, len(table))
    table["low"], table["high"] = table["value"] - 0.05, table["value"] + 0.05
    table["chance"] = np.where(table["measure"] == "tau", 0, 0.5)
    table = table.assign(method="Shapley", p=0.001, p_holm=0.01, items=600, missing=2)
    return signed(table.assign(sources=140, note=""))
