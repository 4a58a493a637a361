"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed


def warnings(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    keys = [*itertools.product(datasets, metrics), *((dataset, "") for dataset in datasets)]
    table = pd.DataFrame(keys, columns=["dataset", "metric"])
    about_edits = table["metric"] == ""
    table["warning"] = np.where(
        about_edits, "left out: more than 20 edits", "cut to the longest input"
    )
    table["sentences"], table["of_sentences"] = 12, 754
    table["coalitions"] = np.where(about_edits, np.nan, 300)
    table["of_coalitions"] = np.where(about_edits, np.nan, 40000)
    return signed(table.assign(where=np.where(about_edits, "T5: 3, 17 …", "")))
