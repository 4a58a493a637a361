"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed


def related_forms(datasets=("JFLEG",), metrics=METRICS, forms=("Similarity", "Erasure")):
    keys = itertools.product(datasets, forms, metrics, ("spearman", "sign_agreement"))
    table = pd.DataFrame(list(keys), columns=["dataset", "form", "metric", "measure"])
    table["value"] = np.random.default_rng(8).uniform(0.2, 0.9, len(table))
    table["low"], table["high"] = table["value"] - 0.05, table["value"] + 0.05
    return signed(table.assign(edits=1800, sources=300, note="", missing=2, other_signature="x:1"))
