"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed


def joined_players(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    keys = itertools.product(datasets, metrics, (0.05, 0.1, 0.2), ("all", "joined"))
    table = pd.DataFrame(list(keys), columns=["dataset", "metric", "threshold", "of"])
    table["share"] = np.where(table["of"] == "all", 1, 0.3)
    table["single"], table["together"] = 0.55, 0.57
    table = table.assign(difference=0.02, low=-0.01, high=0.05, p=0.2, p_holm=1.0)
    return signed(table.assign(method="Shapley", edits=2000, sources=300, note=""))
