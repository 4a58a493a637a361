"""Rows of the results: their columns and invented numbers, always the same."""

import pandas as pd

from gec_attribution.experiments.human_rankings.published import SCORES


def published_scores():
    known = [
        (metric, *pair) for metric in ("SOME", "IMPARA") for pair in SCORES[metric.lower()].items()
    ]
    table = pd.DataFrame(known, columns=["metric", "system", "score"])
    table["score"] += 0.0001
    return table.assign(sentences=1312, missing=0, signature="metric:some")


JOINED = {
    "published_table": lambda: {
        "tables": published_scores(),
        "published": {"SOME": "some", "IMPARA": "impara"},
    }
}
"""Arguments of the `join` of a table beyond the rows of its result."""
