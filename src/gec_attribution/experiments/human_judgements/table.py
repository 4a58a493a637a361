"""Whether attributions agree with people who judged each edit, of all types together."""

import pandas as pd

from gec_attribution.experiments.human_judgements.compute import ALL
from gec_attribution.statistics.bootstrap import MIN_SOURCES
from gec_attribution.tables.cells import intervals

_CAPTION = (
    "How well attributions tell the edits that people find valid from those that they find "
    "invalid, with 95 % intervals. AUC: probability that a valid edit has a higher φ than an "
    "invalid one (0.5 is chance); the same of φ divided by Σ|φ| of its sentence; the share of "
    "positive φ among valid and among invalid edits; and the share of edits that are valid and "
    "positive, or neither. The last row is the ceiling: one annotator's judgements in the place of "
    "attributions, against those of another annotator of the same correction. Where there are "
    f"fewer than {MIN_SOURCES} sources, their number replaces the interval."
)
_HEADINGS = {
    "auc": ("AUC", 3, 1),
    "auc_normalised": ("AUC, normalised φ", 3, 1),
    "positive_valid": ("Positive, valid, %", 1, 100),
    "positive_invalid": ("Positive, invalid, %", 1, 100),
    "agreement": ("Agreement, %", 1, 100),
}


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows of all edits."""
    return tables[tables["type"] == ALL].drop(columns="type").reset_index(drop=True)


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and method, and one for people.

    Args:
        table: rows of `experiments.human_judgements.compute`, as `join` leaves them.
    """
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Metric": table["metric"],
            "Method": table["method"],
            "Edits": [f"{count:,}" for count in table["edits"]],
            "Invalid": [f"{count:,}" for count in table["invalid"]],
            **{
                heading: intervals(table, measure, "sources", decimals, unit)
                for measure, (heading, decimals, unit) in _HEADINGS.items()
            },
        }
    ).set_index(table["signature"])
