"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import SYSTEMS, TYPES, signed


def precision(datasets=("JFLEG",), metrics=("SOME",), systems=SYSTEMS, types=TYPES):
    table = pd.DataFrame(
        list(itertools.product(datasets, metrics, systems, types)),
        columns=["dataset", "metric", "system", "type"],
    )
    random = np.random.default_rng(3)
    rank = table["type"].map(list(types).index)
    table["edits"] = (240 * np.exp(-rank / 5) + random.uniform(2, 16, len(table))).astype(int)
    table["precision"] = random.uniform(0.55, 1, len(table))
    table["low"] = table["precision"] - 0.05
    table["high"] = (table["precision"] + 0.05).clip(upper=1)
    table.loc[table["edits"] < 10, ["precision", "low", "high"]] = np.nan
    table["corpus_score"] = 0.789 + 0.011 * table["system"].map(list(systems).index)
    table["sampled_edits"] = 0
    columns = ["dataset", "metric", "system", "type", "precision", "low", "high", "edits"]
    return signed(table[[*columns, "sampled_edits", "corpus_score"]])


def score_decomposition(datasets=("JFLEG",), metrics=("SOME",), systems=SYSTEMS, types=TYPES):
    groups = [("source", "source"), *(("type", name) for name in types)]
    groups += [("unattributed", "unattributed"), ("score", "score")]
    keys = itertools.product(datasets, metrics, systems, groups)
    table = pd.DataFrame(
        [(dataset, metric, system, *group) for dataset, metric, system, group in keys],
        columns=["dataset", "metric", "system", "by", "group"],
    )
    random = np.random.default_rng(5)
    rank = table.groupby(["dataset", "metric", "system"]).cumcount()
    table["value"] = random.normal(0.03, 0.04, len(table)) * np.exp(-rank / 6)
    table.loc[table["by"] == "source", "value"] = 0.75
    parts = table[table["by"] != "score"].groupby(["dataset", "metric", "system"], sort=False)
    table.loc[table["by"] == "score", "value"] = parts["value"].sum().to_numpy()
    half = 0.002 + table["value"].abs() * 0.1 * (table["by"] == "type")
    table["low"], table["high"] = table["value"] - half, table["value"] + half
    table["edits"] = (table["by"] == "type") * (400 - 10 * rank)
    table["worth"], table["per_sentence"] = 0.05, 0.5
    return signed(table.assign(sources=300, note="", sentences=754, unattributed=12, undefined=0))
