"""Scores of SEEDA's systems beside those published for the same metric."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from gec_attribution.experiments.human_rankings.published import SCORES, TOLERANCE
from gec_attribution.formatting.numerals import UNDEFINED, numeral


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


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each metric and system, and one for each metric that says how alike they are.

    Args:
        table: the result of `join`.
    """
    by_metric = [
        pd.concat([_cells(rows), _all_systems(metric, rows)])
        for metric, rows in table.groupby("metric", sort=False)
    ]
    return pd.concat(by_metric or [_cells(table)])


def _cells(rows: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "Metric": rows["metric"],
            "System": rows["system"],
            "Published": [f"{value:g}" for value in rows["published"]],
            "Ours": [numeral(value, 4) for value in rows["score"]],
            "Difference": [numeral(value, 4, signed=True) for value in rows["difference"]],
        }
    ).set_index(rows["signature"])


def _all_systems(metric: str, rows: pd.DataFrame) -> pd.DataFrame:
    r = np.corrcoef(rows["score"], rows["published"])[0, 1]
    largest = rows["difference"].abs().max()
    verdict = "the same" if largest <= TOLERANCE else "not the same"
    return pd.DataFrame(
        {
            "Metric": [metric],
            "System": ["all"],
            "Published": [UNDEFINED],
            "Ours": [f"r = {numeral(r, 3)}"],
            "Difference": [f"at most {numeral(largest, 4)}: {verdict}"],
        },
        index=pd.Index(rows["signature"].iloc[:1]),
    )
