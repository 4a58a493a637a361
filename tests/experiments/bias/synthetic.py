"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, TYPES, signed


def bias(datasets=("JFLEG",), metrics=METRICS, types=TYPES, min_frequency=31):
    table = pd.DataFrame(
        list(itertools.product(datasets, metrics, types)), columns=["dataset", "metric", "type"]
    )
    random = np.random.default_rng(2)
    rank = table["type"].map(list(types).index)
    table["edits"] = (900 * np.exp(-rank / 5) + 12).astype(int)
    table["mean"] = random.uniform(-0.08, 0.45, len(table)).round(4)
    table.loc[table["type"] == "ORTH", "mean"] = 0.01
    half = 0.9 / np.sqrt(table["edits"])
    table["low"], table["high"] = table["mean"] - half, table["mean"] + half
    table["p_holm"] = np.where(table["mean"].abs() > half, 0.01, 0.5)
    table.loc[table["edits"] < min_frequency, ["mean", "low", "high", "p_holm"]] = np.nan
    table["sampled_edits"] = 0
    return signed(table)
