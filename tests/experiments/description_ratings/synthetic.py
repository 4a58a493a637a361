"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import CORRELATIONS, signed


def description_ratings(datasets=("Essays",)):
    statistics = [(level, name) for level in ("system", "sentence") for name in CORRELATIONS]
    statistics.append(("sentence", "order"))
    measures = ("bleu", "meteor", "rouge_1", "rouge_2", "rouge_l", "A v. B")
    keys = [
        (dataset, measure, *statistic)
        for dataset, measure, statistic in itertools.product(datasets, measures, statistics)
    ]
    table = pd.DataFrame(keys, columns=["dataset", "measure", "level", "statistic"])
    table["value"] = np.random.default_rng(9).uniform(0.3, 0.9, len(table))
    table["low"], table["high"] = table["value"] - 0.1, table["value"] + 0.1
    return signed(table.assign(systems=4, items=400, sources=100, note=""))
