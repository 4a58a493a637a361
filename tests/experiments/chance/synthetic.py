"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METHODS, METRICS, signed

TRUTHS = ("best-agreeing", "best-f0.5", "people")
SIGNS = ("attribution", "all right", "shuffled within", "shuffled over", "type", "whole")


def chance(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    measures = ("agreement", "balanced_accuracy", "mcc", "auc")
    keys = itertools.product(datasets, TRUTHS[:2], metrics, methods, SIGNS, measures)
    names = ["dataset", "truth", "metric", "method", "signs", "measure"]
    table = pd.DataFrame(list(keys), columns=names)
    table["value"] = np.random.default_rng(11).uniform(0.4, 0.75, len(table))
    table["low"], table["high"] = table["value"] - 0.03, table["value"] + 0.03
    return signed(table.assign(edits=4200, right=0.69, sources=700, note=""))


def chance_differences(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    keys = itertools.product(datasets, TRUTHS, metrics, methods, ("agreement", "auc"))
    names = ["dataset", "truth", "metric", "method", "measure"]
    table = pd.DataFrame(list(keys), columns=names)
    numbers = {"value": 0.62, "best_value": 0.69, "difference": -0.07, "low": -0.1, "high": -0.04}
    table = table.assign(**numbers, best="all right", p=0.0001, p_holm=0.004)
    return signed(table.assign(edits=4200, right=0.69, sources=700, note=""))


def chance_added(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    keys = itertools.product(datasets, TRUTHS[1:], metrics, methods)
    table = pd.DataFrame(list(keys), columns=["dataset", "truth", "metric", "method"])
    areas = {"auc": 0.58, "auc_type": 0.67, "auc_both": 0.69}
    table = table.assign(edits=4200, right=0.69, **areas)
    table = table.assign(likelihood_type=-0.6, likelihood_both=-0.59)
    gains = {"beyond_type": -0.09, "added": 0.02, "added_likelihood": 0.01}
    for gain, value in gains.items():
        table[gain] = value * (1 + table["metric"].map(list(metrics).index))
        table[f"{gain}_low"], table[f"{gain}_high"] = table[gain] - 0.03, table[gain] + 0.03
        table[f"{gain}_p"], table[f"{gain}_p_holm"] = 0.004, 0.02
    return signed(table.assign(sources=700, note=""))
