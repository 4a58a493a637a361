"""Rows of the result, with edits and pairs that the small study lacks; invented numbers."""

import itertools

import numpy as np
import pandas as pd

from gec_attribution.experiments.probes.labels import CHANCE

USELESS = (
    "SYNONYM",
    "PARAPHRASE",
    "DROPPED",
    "REPEATED",
    "INSERTED",
    "CASE",
    "PUNCT",
    "all",
)
NATIONS = ("German", "Turkish", "Chinese", "Mexican", "French", "Nigerian", "Polish")


def probes():
    groups = [(kind, "all", "positive") for kind in ("reference", "shared", "other")]
    groups += [("reference", "all", "preferred"), ("reference", "all", "tau")]
    groups += itertools.product(
        ("useless", "real"), USELESS, ("positive", "normalised")
    )
    groups += [("gender", "all", "difference"), ("nation", "all", "size")]
    groups += [("nation", word, "difference") for word in NATIONS]
    table = pd.DataFrame(groups, columns=["kind", "group", "measure"])
    table["value"] = np.linspace(0.4, 0.9, len(table))
    table = table.assign(low=np.nan, high=np.nan, chance=table["measure"].map(CHANCE))
    names = {"dataset": "d", "metric": "m", "method": "Shapley"}
    counts = {
        "p": 0.001,
        "p_holm": 0.01,
        "items": 600,
        "missing": 2,
        "sources": 140,
        "note": "",
    }
    return table.assign(**names, **counts, signature="metric:m")
