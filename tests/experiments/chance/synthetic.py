"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METHODS, METRICS, signed

from gec_attribution.experiments.chance.compute import MEASURES

ALONE = ("agreement", "type", "edits", "tokens", "all right")
NAMES = ["dataset", "truth", "predictor", "metric", "method"]


def chance(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    predictors = [
        *((name, "", "") for name in ALONE),
        *(("phi", metric, method) for metric in metrics for method in methods),
        *(("whole", metric, "") for metric in metrics),
    ]
    keys = itertools.product(datasets, predictors, MEASURES)
    rows = [(dataset, "references", *about, measure) for dataset, about, measure in keys]
    table = pd.DataFrame(rows, columns=[*NAMES, "measure"])
    table["value"] = np.random.default_rng(11).uniform(0.4, 0.75, len(table))
    for name, value in (("value", table["value"]), ("difference", table["value"] - 0.6)):
        table[name] = value
        prefix = "" if name == "value" else f"{name}_"
        table[f"{prefix}low"], table[f"{prefix}high"] = value - 0.03, value + 0.03
    return signed(table.assign(edits=4200, right=0.69, sources=700, note=""))


def chance_added(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    keys = itertools.product(datasets, ["references"], metrics, methods, ("type", "agreement"))
    table = pd.DataFrame(list(keys), columns=["dataset", "truth", "metric", "method", "beside"])
    gain = {"gain": 0.01, "gain_low": 0.004, "gain_high": 0.02, "gain_p": 0.004}
    table = table.assign(likelihood=-0.6, **gain, gain_p_holm=0.02)
    return signed(table.assign(edits=4200, sources=700, note=""))
