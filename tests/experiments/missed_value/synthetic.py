"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, SYSTEMS, signed


def missed_value(datasets=("JFLEG",), metrics=METRICS, systems=SYSTEMS, types=("all", "DET")):
    keys = list(itertools.product(datasets, metrics, [*systems, "all systems"], types))
    table = pd.DataFrame(keys, columns=["dataset", "metric", "system", "type"])
    random = np.random.default_rng(6)
    weighted = [f"weighted_{part}" for part in ("precision", "recall", "f0_5")]
    for measure in (*weighted, "value_made", "value_missed", "value_recall", "recall"):
        table[measure] = random.uniform(0.3, 0.6, len(table))
        table[f"{measure}_low"], table[f"{measure}_high"] = (
            table[measure] - 0.04,
            table[measure] + 0.04,
        )
    counts = {"made": 400, "missed": 300, "otherwise": 200, "other": 100, "left_out": 3}
    return signed(table.assign(**counts, sources=300, note="", sentences=754))
