"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed

from gec_attribution.experiments.human_rankings.published import SCORES


def human_rankings(metrics=METRICS):
    keys = itertools.product(metrics, ("SEEDA-S", "SEEDA-E"), ("base", "+ fluency"))
    table = pd.DataFrame(list(keys), columns=["metric", "judged", "systems"])
    random = np.random.default_rng(7)
    correlations = [f"{by}_{name}" for by in ("ts", "ew") for name in ("pearson", "spearman")]
    for measure in ("accuracy", *correlations):
        table[measure] = random.uniform(0.45, 0.75, len(table))
        table[f"{measure}_low"] = table[measure] - 0.04
        table[f"{measure}_high"] = table[measure] + 0.04
    for end in ("", "_low", "_high"):
        table[f"kendall{end}"] = 2 * table[f"accuracy{end}"] - 1
    return signed(table.assign(pairs=9381, ties=0, missing=0, sentences=391, note=""))


def published_scores(metrics=("SOME", "IMPARA")):
    known = [(metric, *pair) for metric in metrics for pair in SCORES[metric.lower()].items()]
    table = pd.DataFrame(known, columns=["metric", "system", "score"])
    table["score"] += 0.0001
    return signed(table.assign(sentences=1312, missing=0))


def ranking_differences(metrics=METRICS):
    pairs = itertools.combinations(metrics, 2)
    keys = [
        (*pair, judged, "base", measure)
        for pair in pairs
        for judged in ("SEEDA-S", "SEEDA-E")
        for measure in ("accuracy", "ts_pearson")
    ]
    names = ["metric", "other_metric", "judged", "systems", "measure"]
    numbers = {"difference": 0.03, "low": 0.01, "high": 0.05, "p": 0.002, "p_holm": 0.006}
    table = pd.DataFrame(keys, columns=names).assign(**numbers, sentences=391, note="")
    return signed(table).assign(other_signature="metric:other|seed:0|v:0.1.0")


def ranking_correlations():
    keys = itertools.product(("SEEDA-S", "SEEDA-E"), ("base",), ("accuracy", "ts_spearman"))
    table = pd.DataFrame(list(keys), columns=["judged", "systems", "measure"])
    rho = {"spearman": 0.5, "spearman_low": np.nan, "spearman_high": np.nan}
    return signed(table.assign(metrics=3, **rho, p=0.4, p_holm=1.0, note="no interval: 3 of …"))


JOINED = {
    "published_table": lambda: {
        "tables": published_scores(),
        "published": {"SOME": "some", "IMPARA": "impara"},
    },
}
"""What the `join` of a table takes, where that is more than the rows of its result."""
