"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import numpy as np
import pandas as pd
from synthetic_tables import METRICS, signed


def ranking_and_attributing(metrics=METRICS):
    keys = itertools.product(
        ("SEEDA-S", "SEEDA-E"), ("base", "+ fluency"), ("accuracy", "ts_spearman"), metrics
    )
    table = pd.DataFrame(list(keys), columns=["judged", "systems", "measure", "metric"])
    random = np.random.default_rng(13)
    table["ranking"] = random.uniform(0.4, 0.8, len(table))
    table["auc"] = random.uniform(0.5, 0.6, len(table))
    table["auc_low"], table["auc_high"] = table["auc"] - 0.03, table["auc"] + 0.03
    rho = {"spearman": 0.5, "spearman_low": np.nan, "spearman_high": np.nan}
    table = table.assign(**rho, p=0.4, p_holm=1.0, metrics=3, note="no interval: 3 of …")
    return signed(table)
