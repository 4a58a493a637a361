"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METHODS, METRICS, signed


def agreement(
    datasets=("CoNLL-2014", "JFLEG"),
    metrics=METRICS,
    methods=METHODS,
    protocols=("best-agreeing", "best-f0.5"),
):
    thresholds = [round(0.1 * step, 1) for step in range(1, 11)]
    keys = list(itertools.product(datasets, metrics, methods, protocols, thresholds))
    table = pd.DataFrame(keys, columns=["dataset", "metric", "method", "protocol", "threshold"])
    level = 0.55 + 0.03 * table["metric"].map(list(metrics).index)
    level += 0.012 * table["method"].map(list(methods).index)
    level -= 0.08 * (table["protocol"] == "best-f0.5")
    table["agreement"] = level + 0.12 * np.sqrt(table["threshold"])
    table["low"] = table["agreement"] - 0.02 / np.sqrt(table["threshold"])
    table["high"] = table["agreement"] + 0.02 / np.sqrt(table["threshold"])
    table["constant"] = 0.69
    table["edits"] = (4200 * table["threshold"]).astype(int)
    table["sentences"], table["sampled_edits"], table["flipped_share"] = 1210, 0, 0.0
    return signed(table)
