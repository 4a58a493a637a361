"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METHODS, METRICS, signed


def human_judgements(datasets=("SEEDA",), metrics=METRICS, methods=METHODS, types=("all", "DET")):
    keys = list(itertools.product(datasets, metrics, methods, types))
    keys += [(dataset, "people", "another annotator", "all") for dataset in datasets]
    table = pd.DataFrame(keys, columns=["dataset", "metric", "method", "type"])
    random = np.random.default_rng(4)
    for measure in ("auc", "auc_normalised", "positive_valid", "positive_invalid", "agreement"):
        table[measure] = random.uniform(0.5, 0.65, len(table))
        table.loc[table["metric"] == "people", measure] = 0.75
        table[f"{measure}_low"], table[f"{measure}_high"] = (
            table[measure] - 0.03,
            table[measure] + 0.03,
        )
    table["p"] = table["p_holm"] = np.where(table["metric"] == "people", np.nan, 0.02)
    return signed(table.assign(edits=4701, invalid=410, sources=384, note="", missing=0))
