"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed


def efficiency(datasets=("JFLEG",), metrics=METRICS, methods=("Shapley", "Shapley sampling")):
    keys = list(itertools.product(datasets, metrics, methods, range(1, 16)))
    table = pd.DataFrame(keys, columns=["dataset", "metric", "method", "edits"])
    table["sentences"] = 10
    cost = 0.002 * (1 + table["metric"].map(list(metrics).index))
    calls = 2.0 ** table["edits"]
    sampled = table["method"] != methods[0]
    calls = calls.mask(sampled, np.minimum(calls, 64.0 * table["edits"]))
    table["seconds_mean"] = cost * calls
    table["seconds_sd"] = table["seconds_mean"] * 0.4
    table["low"], table["high"] = table["seconds_mean"] * 0.8, table["seconds_mean"] * 1.2
    table["device"] = "NVIDIA H200"
    return signed(table)
