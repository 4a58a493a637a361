"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed

ESTIMATORS = ("shapley_sampling", "official_sampling", "leverage_shap", "add_sub")


def estimators(datasets=("JFLEG",), metrics=METRICS, budgets=(16, 64)):
    sizes = ("all", "10", "15")
    table = pd.DataFrame(
        list(itertools.product(datasets, metrics, sizes, budgets, ESTIMATORS)),
        columns=["dataset", "metric", "of_edits", "permutations", "estimator"],
    )
    rank = table["estimator"].map(ESTIMATORS.index)
    table["evaluations"] = rank.map({1: 11, 3: 22}).fillna(7 * table["permutations"])
    table["error"] = np.where(rank == 1, 1.2, 2 / np.sqrt(table["permutations"]) / (1 + rank))
    table["mae"], table["abs_phi"] = 0.08 * table["error"], 0.08
    table["to_plain"] = 1 / (1 + rank)
    table["coverage"] = np.where(rank % 2 == 1, np.nan, 0.95)
    for measure in ("error", "to_plain", "coverage"):
        table[f"{measure}_low"] = 0.9 * table[measure]
        table[f"{measure}_high"] = 1.1 * table[measure]
    table["published"] = 1.2 / table["error"]
    table["half_width"] = np.where(rank % 2 == 1, np.nan, 2.5 * table["error"])
    table = table.assign(sentences=12, edits=130, repetitions=20, sources=12, note="", missing=0)
    return signed(table)
