"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METHODS, METRICS, SYSTEMS, signed


def filtering(datasets=("JFLEG",), metrics=METRICS, methods=METHODS, systems=SYSTEMS):
    every = [*systems, "all systems"]
    keys = itertools.product(datasets, every, metrics, methods, ("fixed", "tuned"))
    names = ["dataset", "system", "metric", "method", "choice"]
    table = pd.DataFrame(list(keys), columns=names)
    random = np.random.default_rng(6)
    table["threshold"] = np.where(table["choice"] == "tuned", -0.35, 0)
    table["dropped"] = np.where(table["choice"] == "tuned", 60, 300)
    for measure in ("precision", "recall", "f", "gleu"):
        table[f"{measure}_before"] = 0.6
        change = random.uniform(-0.05, 0.02, len(table))
        table[measure], table[f"{measure}_difference"] = 0.6 + change, change
        table[f"{measure}_difference_low"] = change - 0.01
        table[f"{measure}_difference_high"] = change + 0.01
    table["f_random"], table["f_over_random"] = 0.58, table["f"] - 0.58
    table["f_over_random_low"] = table["f_over_random"] - 0.01
    table["f_over_random_high"] = table["f_over_random"] + 0.01
    table = table.assign(f_p=0.01, over_random_p=0.2, f_p_holm=0.04, over_random_p_holm=1.0)
    return signed(table.assign(edits=1500, unknown=3, sources=700, note=""))
