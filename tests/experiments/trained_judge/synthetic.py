"""Rows of the results: their columns and invented numbers, always the same."""

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed


def trained_judge(datasets=("SEEDA",), metrics=METRICS):
    knows = ("type", "edit", "states", "attributions", "all", "people")
    judges = [(name, "") for name in knows]
    kinds = [*(("phi", metric) for metric in metrics), *judges]
    keys = [(dataset, *kind) for dataset in datasets for kind in kinds]
    table = pd.DataFrame(keys, columns=["dataset", "knows", "metric"])
    random = np.random.default_rng(21)
    for name, low, high in (
        *(("auc", 0.5, 0.75), ("above_phi", -0.1, 0.1), ("above_edit", -0.05, 0.05)),
    ):
        table[name] = random.uniform(low, high, len(table))
        table[f"{name}_low"], table[f"{name}_high"] = table[name] - 0.03, table[name] + 0.03
    people = table["knows"] == "people"
    for gain in ("above_phi", "above_edit"):
        table[f"{gain}_p"] = table[f"{gain}_p_holm"] = 0.01
        table.loc[people | (table["knows"] == "phi"), table.columns.str.startswith(gain)] = np.nan
    return signed(table.assign(method="Shapley", edits=4280, sources=384, note=""))
