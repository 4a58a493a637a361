"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METHODS, METRICS, signed


def consistency(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    measures = ("sign_agreement", "pearson", "spearman")
    measures += ("pearson_trimmed", "pearson_normalised", "pearson_unflipped")
    keys = list(itertools.product(datasets, metrics, methods, measures))
    table = pd.DataFrame(keys, columns=["dataset", "metric", "method", "measure"])
    random = np.random.default_rng(1)
    table["value"] = 0.97 - 0.13 * table["method"].map(list(methods).index) ** 0.5
    table["value"] -= random.uniform(0, 0.15, len(table))
    table["low"] = table["value"] - random.uniform(0.01, 0.05, len(table))
    table["high"] = np.minimum(table["value"] + 0.03, 1)
    table["sentences"] = 480 + 7 * table["metric"].map(list(metrics).index)
    table["edits"], table["sources"] = 3 * table["sentences"], 300
    table["trivial_sentences"], table["flipped_share"], table["missing"] = 60, 0.1, 0
    return signed(table)
