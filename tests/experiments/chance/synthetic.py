"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METHODS, METRICS, signed

from gec_attribution.experiments.chance.compute import ALL, MEASURES, WORDS

ALONE = ("agreement", "type", "edits", "tokens", "overlap", "all right")
NAMES = ["dataset", "truth", "part", "predictor", "metric", "method"]


def chance(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    predictors = [
        *((name, "", "") for name in ALONE),
        *(("phi", metric, method) for metric in metrics for method in methods),
        *(("whole", metric, "") for metric in metrics),
    ]
    keys = itertools.product(datasets, (ALL, WORDS), predictors, MEASURES)
    rows = [
        (dataset, "references", part, *about, measure) for dataset, part, about, measure in keys
    ]
    table = pd.DataFrame(rows, columns=[*NAMES, "measure"])
    table["value"] = np.random.default_rng(11).uniform(0.4, 0.75, len(table))
    for name, shift in {"low": -0.03, "high": 0.03, "least": -0.01, "most": 0.01}.items():
        table[name] = table["value"] + shift
    return signed(table.assign(edits=4200, right=0.69, pairs=2100, sources=700, note=""))
