"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import SYSTEMS, TYPES, signed


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


def score_differences(datasets=("JFLEG",), metrics=("SOME",), systems=SYSTEMS, types=TYPES):
    table = score_decomposition(datasets, metrics, systems, types)
    keys = ["dataset", "metric", "group"]
    rows = []
    for system, other_system in itertools.combinations(systems, 2):
        pair = [table[table["system"] == name].set_index(keys) for name in (system, other_system)]
        parts = pair[0].assign(difference=pair[0]["value"] - pair[1]["value"]).reset_index()
        parts = parts[parts["by"] != "source"].replace({"score": "all"})
        rows.append(parts.assign(system=system, other_system=other_system))
    table = pd.concat(rows, ignore_index=True)
    table["low"], table["high"] = table["difference"] - 0.002, table["difference"] + 0.002
    table["more"], table["worth"] = table["difference"] * 0.75, table["difference"] * 0.25
    return table.drop(columns=["value", "edits", "per_sentence", "unattributed", "undefined"])
