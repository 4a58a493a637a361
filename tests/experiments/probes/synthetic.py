"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed

from gec_attribution.experiments.probes.compute import CHANCE

USELESS = ("SYNONYM", "PARAPHRASE", "DROPPED", "REPEATED", "INSERTED", "CASE", "PUNCT", "all")
NATIONS = ("German", "Turkish", "Chinese", "Mexican", "French", "Nigerian", "Polish")


def probes(datasets=("CoNLL-2014", "Probes"), metrics=METRICS):
    groups = [(kind, "all", "positive") for kind in ("reference", "shared", "other")]
    groups += [("reference", "all", "preferred"), ("reference", "all", "tau")]
    groups += itertools.product(("useless", "real"), USELESS, ("positive", "normalised"))
    groups += [("gender", "all", "difference"), ("nation", "all", "size")]
    groups += [("nation", word, "difference") for word in NATIONS]
    keys = [(*key, *group) for key in itertools.product(datasets, metrics) for group in groups]
    table = pd.DataFrame(keys, columns=["dataset", "metric", "kind", "group", "measure"])
    table["value"] = np.random.default_rng(12).uniform(0.4, 0.9, len(table))
    table["low"], table["high"] = table["value"] - 0.05, table["value"] + 0.05
    table["chance"] = table["measure"].map(CHANCE)
    table = table.assign(method="Shapley", p=0.001, p_holm=0.01, items=600, missing=2)
    return signed(table.assign(sources=140, note=""))
