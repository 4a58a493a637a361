"""Rows of the results: their columns and invented numbers, always the same."""

import itertools

import pandas as pd
from synthetic_tables import METHODS, METRICS, signed


def differences(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    first_method, *other_methods = methods
    rows = [(metric, first_method, metric, other) for metric in metrics for other in other_methods]
    rows += [
        (one, first_method, other, first_method)
        for one, other in itertools.combinations(metrics, 2)
    ]
    keys = [(dataset, *row) for dataset in datasets for row in rows]
    names = ["dataset", "metric", "method", "other_metric", "other_method"]
    table = pd.DataFrame(keys, columns=names).assign(measure="pearson", difference=0.03)
    table = table.assign(low=0.01, high=0.05, p=0.0002, p_holm=0.0024, sources=480, note="")
    return signed(table).assign(other_signature="metric:other|seed:0|v:0.1.0")
