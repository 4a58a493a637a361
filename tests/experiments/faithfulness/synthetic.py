"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METHODS, METRICS, signed


def faithfulness(datasets=("JFLEG",), metrics=METRICS, methods=METHODS):
    keys = itertools.product(datasets, metrics, ("metric", "f0.5"), methods)
    table = pd.DataFrame(list(keys), columns=["dataset", "metric", "curve", "method"])
    table["value"] = np.random.default_rng(6).uniform(0.1, 0.9, len(table))
    table["low"], table["high"] = table["value"] - 0.05, table["value"] + 0.05
    return signed(table.assign(sentences=120, edits=600, sources=100, note=""))


def faithfulness_curves(datasets=("JFLEG",), metrics=METRICS, methods=METHODS):
    orders = [*methods, "random", "best"]
    shares = np.linspace(0, 1, 21)
    keys = itertools.product(datasets, metrics, ("metric", "f0.5"), orders, shares)
    names = ["dataset", "metric", "curve", "method", "share"]
    table = pd.DataFrame(list(keys), columns=names)
    bend = 0.1 * (table["method"].map(orders.index) + 1)
    size = table["metric"].map(list(metrics).index) * 20 + 0.3
    table["value"] = size * (table["share"] + bend * np.sin(np.pi * table["share"]))
    table["low"], table["high"] = 0.95 * table["value"], 1.05 * table["value"]
    return signed(table.assign(sentences=120, sources=100, note=""))
