"""The estimators of Shapley values side by side, at the evaluations of T permutations."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral, with_interval
from gec_attribution.statistics.bootstrap import MIN_SOURCES

PUBLISHED = "official_sampling"
LABELS = {
    "shapley_sampling": "Permutations",
    "antithetic_sampling": "Antithetic",
    "orthogonal_sampling": "Orthogonal",
    "svarm": "SVARM",
    "kernel_shap": "KernelSHAP",
    "leverage_shap": "Leverage SHAP",
    PUBLISHED: "Published code",
}
# The number of permutations in the paper.
SHOWN = 64
# The rows over all numbers of edits.
ALL = "all"


def caption(table: pd.DataFrame) -> str:
    """How to read the table."""
    return (
        f"Estimators of Shapley values at the evaluations of {_shown(table)} sampled permutations. "
        "Error: mean |estimate − φ| over mean |φ|; to plain: the error over that of plain "
        "permutations; published: how many times as large the error of the published code's "
        "sampling is, which takes one permutation; coverage: share of 95 % intervals that have φ; "
        "half width: of these intervals, over mean |φ|. In brackets 95 % intervals of these "
        f"numbers; where there are fewer than {MIN_SOURCES} sources, their number replaces them."
    )


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and estimator.

    Args:
        table: rows of `experiments.estimators.compute`, of which those over all numbers of edits are shown
            that have T = 64, or the largest T where there is no such one.
    """
    rows = table[(table["permutations"] == _shown(table)) & (table["of_edits"] == ALL)]
    return pd.DataFrame(
        {
            "Dataset": rows["dataset"],
            "Metric": rows["metric"],
            "Estimator": rows["estimator"].replace(LABELS),
            "Evaluations": rows["evaluations"].map(lambda value: numeral(value, 0)),
            "Error, %": [_cell(row, "error", 1, 100) for row in rows.to_dict("records")],
            "To plain": [_cell(row, "to_plain", 2) for row in rows.to_dict("records")],
            "Published": rows["published"].map(lambda value: f"{numeral(value, 1)} ×"),
            "Coverage, %": [_cell(row, "coverage", 1, 100) for row in rows.to_dict("records")],
            "Half width, %": rows["half_width"].map(lambda value: _number(value, 1, 100)),
            "Sentences": rows["sentences"].map(str),
            "Edits": rows["edits"].map(str),
            "Undefined": rows["missing"].map(str),
        }
    ).set_index(rows["signature"])


def _shown(table: pd.DataFrame) -> int:
    known = table["permutations"]
    return SHOWN if (known == SHOWN).any() else int(known.max()) if len(known) else SHOWN


def _cell(row: dict, name: str, decimals: int, unit: float = 1) -> str:
    value, low, high = (unit * row[key] for key in (name, f"{name}_low", f"{name}_high"))
    if pd.isna(value):
        return _number(value, decimals)
    return with_interval(value, low, high, decimals, sources=int(row["sources"]))


def _number(value: float, decimals: int, unit: float = 1) -> str:
    return "–" if pd.isna(value) else numeral(unit * value, decimals)
