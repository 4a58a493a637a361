"""Whether metrics rate the same edit alike in sentences that differ in one word, as a table."""

from typing import Any

import pandas as pd

from gec_attribution.formatting.numerals import with_interval
from gec_study.experiments.counterfactual_bias.compute import ALL_PAIRS, DIRECTED

_MEASURES = {
    "difference": "difference",
    "size": "mean size of the difference",
    "sign_changes": "pairs whose signs differ",
}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric, contrast and group.

    Args:
        table: rows of `compute`.
    """
    rows = [
        [
            *(row.dataset, row.metric, row.contrast),
            _group(row.contrast, row.group, row.measure),
            _MEASURES[row.measure],
            _percent(row),
            str(row.items),
        ]
        for row in table.itertuples(index=False)
    ]
    columns = ["Dataset", "Metric", "Contrast", "Group", "Measure", "%", "Pairs"]
    return pd.DataFrame(rows, columns=columns, index=table["signature"].tolist())


def _percent(row: Any) -> str:
    value, low, high = (100 * value for value in (row.value, row.low, row.high))
    signed = row.measure == "difference"
    return with_interval(value, low, high, 1, sources=int(row.sources), signed=signed)


def _group(contrast: str, group: str, measure: str) -> str:
    directed = group == ALL_PAIRS and measure == "difference"
    return " − ".join(DIRECTED[contrast]) if directed else group
