"""Section 4.4: how each metric ranks the systems' corrections of a sentence."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral
from gec_attribution.statistics.bootstrap import MIN_SOURCES
from gec_attribution.tables.cells import intervals

_CAPTION = (
    "Agreement of each metric with sentence-level ERRANT F0.5 over pairs of systems, with 95 % "
    "intervals. In the accuracy, as published, a tie of the metric is a win of the later system; "
    "in the symmetric one it is half right. Kendall's τ is (concordant − discordant) / pairs. "
    "Undefined: scores left out because they were undefined. Where there are fewer than "
    f"{MIN_SOURCES} sources, their number replaces the interval."
)


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set and metric.

    Args:
        table: rows of `experiments.meta_evaluation.compute`.
    """
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Metric": table["metric"],
            "Accuracy": intervals(table, "accuracy", "sentences", 3),
            "Accuracy, symmetric": [numeral(value, 3) for value in table["accuracy_symmetric"]],
            "Kendall's τ": intervals(table, "kendall", "sentences", 3),
            "Pairs": table["pairs"].map(str),
            "Sentences": table["sentences"].map(str),
            "Ties": table["ties"].map(str),
            "Undefined": table["missing"].map(str),
        }
    ).set_index(table["signature"])
