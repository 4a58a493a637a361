"""Rows of the results: their columns and invented numbers, always the same."""

import pandas as pd


def meta_evaluation():
    """Two metrics on one data set."""
    return pd.DataFrame([meta_evaluation_row(), meta_evaluation_row(metric="ppl", accuracy=0.5)])


def meta_evaluation_row(dataset="jfleg-dev", metric="some", accuracy=0.531):
    return {
        "dataset": dataset,
        "metric": metric,
        "accuracy": accuracy,
        "accuracy_low": accuracy - 0.01,
        "accuracy_high": accuracy + 0.01,
        "accuracy_symmetric": accuracy + 0.002,
        "kendall": -0.066,
        "kendall_low": -0.09,
        "kendall_high": 0.04,
        "pairs": 5000,
        "sentences": 700,
        "ties": 20,
        "missing": 0,
        "signature": f"metric:{metric}|v:1",
    }
