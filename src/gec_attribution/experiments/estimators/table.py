"""The estimators of Shapley values side by side, at the evaluations of T permutations."""

import pandas as pd

from gec_attribution.experiments.estimators.labels import ALL, LABELS
from gec_attribution.formatting.numerals import decimals_for, numeral
from gec_attribution.tables.columns import DATASET, METRIC, SENTENCES, Column, cells

# The number of permutations in the paper.
SHOWN = 64


def _digits(value: float) -> str:
    return numeral(value, decimals_for([value]))


_COLUMNS = (
    DATASET,
    METRIC,
    Column("Estimator", "estimator", text=lambda name: LABELS.get(name, name)),
    Column("Evaluations", "evaluations", 0),
    Column("MAE", "mae", text=_digits),
    Column("Mean |φ|", "abs_phi", text=_digits),
    Column("Error, %", "error", 1, interval=True, unit=100),
    Column("To plain", "to_plain", 2, interval=True),
    Column("Published", "published", text=lambda ratio: f"{numeral(ratio, 1)} ×"),
    Column("Coverage, %", "coverage", 1, interval=True, unit=100),
    Column("Half width, %", "half_width", 1, unit=100),
    SENTENCES,
    Column("Edits", "edits"),
    Column("Undefined", "missing"),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and estimator, with T = 64 permutations or else the most."""
    permutations = table["permutations"]
    shown = SHOWN if (permutations == SHOWN).any() else permutations.max()
    rows = table[(permutations == shown) & (table["of_edits"] == ALL)]
    return cells(rows, _COLUMNS)
