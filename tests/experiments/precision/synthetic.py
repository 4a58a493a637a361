"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import SYSTEMS, TYPES, signed


def precision(datasets=("JFLEG",), metrics=("SOME",), systems=SYSTEMS, types=TYPES):
    table = pd.DataFrame(
        list(itertools.product(datasets, metrics, systems, types)),
        columns=["dataset", "metric", "system", "type"],
    )
    random = np.random.default_rng(3)
    rank = table["type"].map(list(types).index)
    table["edits"] = (240 * np.exp(-rank / 5) + random.uniform(2, 16, len(table))).astype(int)
    table["precision"] = random.uniform(0.55, 1, len(table))
    table["low"] = table["precision"] - 0.05
    table["high"] = (table["precision"] + 0.05).clip(upper=1)
    table.loc[table["edits"] < 10, ["precision", "low", "high"]] = np.nan
    table["corpus_score"] = 0.789 + 0.011 * table["system"].map(list(systems).index)
    table["sampled_edits"] = 0
    columns = ["dataset", "metric", "system", "type", "precision", "low", "high", "edits"]
    return signed(table[[*columns, "sampled_edits", "corpus_score"]])
