"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed

PARTS = (
    *("all", "1 edit", "2 edits", "3 or 4 edits", "5 edits or more"),
    *("up to 14 tokens", "15 to 21 tokens", "over 21 tokens"),
)
MEASURES = ("agreement", "size by edits", "size by tokens")


def normalisation(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    kinds = [("auc", part) for part in PARTS] + [(measure, "all") for measure in MEASURES]
    keys = [(*names, *kind) for *names, kind in itertools.product(datasets, metrics, kinds)]
    table = pd.DataFrame(keys, columns=["dataset", "metric", "measure", "part"])
    random = np.random.default_rng(17)
    table["phi"] = random.uniform(0.45, 0.7, len(table))
    table["difference"] = random.uniform(-0.05, 0.05, len(table))
    table["normalised"] = table["phi"] + table["difference"]
    for name in ("phi", "normalised", "difference"):
        table[f"{name}_low"], table[f"{name}_high"] = table[name] - 0.03, table[name] + 0.03
    table = table.assign(truth="best-f0.5", method="Shapley", p=0.01, p_holm=0.4)
    return signed(table.assign(edits=4200, sources=700, note=""))


def type_orders(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    keys = list(itertools.product(datasets, metrics))
    table = pd.DataFrame(keys, columns=["dataset", "metric"]).assign(method="Shapley", types=18)
    rho = {"spearman": 0.8, "spearman_low": 0.6, "spearman_high": 0.9}
    return signed(table.assign(**rho, opposite=2, edits=4200, sources=700, note=""))
