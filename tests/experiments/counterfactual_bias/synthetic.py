"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed


def counterfactual_bias(datasets=("Probes",), metrics=METRICS):
    nations = ("German", "Turkish", "Chinese", "Mexican", "French", "Nigerian", "Polish")
    groups = [
        (contrast, "all", measure)
        for contrast in ("gender", "nation")
        for measure in ("size", "sign_changes")
    ]
    groups += [
        ("gender", "all", "difference"),
        *(("nation", word, "difference") for word in nations),
    ]
    keys = [(*key, *group) for key in itertools.product(datasets, metrics) for group in groups]
    table = pd.DataFrame(keys, columns=["dataset", "metric", "contrast", "group", "measure"])
    table["value"] = np.random.default_rng(4).uniform(-0.5, 0.5, len(table))
    table["value"] = table["value"].where(table["measure"] == "difference", table["value"].abs())
    table["low"], table["high"] = table["value"] - 0.1, table["value"] + 0.1
    table["items"], table["sources"], table["note"], table["missing"] = 108, 12, "", 0
    return signed(table.assign(method="Shapley"))
