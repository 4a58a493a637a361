"""Whether a metric's scores are those that its published weights gave to SEEDA's systems."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from gec_attribution.experiments.human_rankings.published import SCORES, TOLERANCE
from gec_attribution.formatting.numerals import numeral


def join(tables: pd.DataFrame, published: Mapping[str, str]) -> pd.DataFrame:
    """Ours beside the published scores.

    Args:
        tables: rows of `mean_scores`.
        published: the published metric that each metric is said to be.

    Returns:
        The rows of these metrics, with published (as printed) and difference (ours − published).
    """
    rows = tables[tables["metric"].isin(list(published))].reset_index(drop=True)
    known = [
        SCORES[published[metric]][system]
        for metric, system in zip(rows["metric"], rows["system"], strict=True)
    ]
    return rows.assign(published=known, difference=rows["score"] - np.array(known, dtype=float))


def caption(table: pd.DataFrame) -> str:
    """How to read the table, and whether each metric has the published weights."""
    verdicts = "; ".join(map(_verdict, *zip(*table.groupby("metric", sort=False), strict=True)))
    return (
        "Mean scores of SEEDA's systems on all sentences of CoNLL-2014's test set, published (with "
        "four digits at most) and ours. IMPARA's were published on another scale than its quality "
        f"in [0, 1]; only their correlation with ours can tell. {verdicts}."
    )


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each metric and system.

    Args:
        table: what `join` returns.
    """
    return pd.DataFrame(
        {
            "Metric": table["metric"],
            "System": table["system"],
            "Published": [f"{value:g}" for value in table["published"]],
            "Ours": [numeral(value, 4) for value in table["score"]],
            "Difference": [numeral(value, 4, signed=True) for value in table["difference"]],
        }
    ).set_index(table["signature"])


def _verdict(metric: str, rows: pd.DataFrame) -> str:
    largest = rows["difference"].abs().max()
    r = np.corrcoef(rows["score"], rows["published"])[0, 1]
    same = "these are" if largest <= TOLERANCE else "these are not"
    return (
        f"{metric}: {same} the published scores (largest difference {numeral(largest, 4)}, "
        f"correlation over systems {numeral(r, 3)})"
    )
