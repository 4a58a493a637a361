"""Scores of SEEDA's systems beside those published for the same metric."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from gec_attribution.experiments.human_rankings.published import SCORES, TOLERANCE
from gec_attribution.formatting.numerals import UNDEFINED, numeral
from gec_attribution.tables.columns import METRIC, SYSTEM, Column, cells

_COLUMNS = (
    METRIC,
    SYSTEM,
    Column("Published", "published", text="{:g}".format),
    Column("Ours", "score", 4),
    Column("Difference", "difference", 4, signed=True),
)


def join(tables: pd.DataFrame, published: Mapping[str, str]) -> pd.DataFrame:
    """Rows of metrics with published scores, with published (as printed) and difference to ours.

    `published` says of each metric which published one it is said to be.
    """
    rows = tables[tables["metric"].isin(list(published))].reset_index(drop=True)
    printed = [
        SCORES[published[metric]][system]
        for metric, system in zip(rows["metric"], rows["system"], strict=True)
    ]
    return rows.assign(
        published=printed, difference=rows["score"] - np.array(printed, dtype=float)
    )


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each metric and system, and one for each metric that says how alike they are."""
    by_metric = [
        pd.concat([cells(rows, _COLUMNS), _all_systems(metric, rows)])
        for metric, rows in table.groupby("metric", sort=False)
    ]
    return pd.concat(by_metric or [cells(table, _COLUMNS)])


def _all_systems(metric: str, rows: pd.DataFrame) -> pd.DataFrame:
    r = np.corrcoef(rows["score"], rows["published"])[0, 1]
    largest = rows["difference"].abs().max()
    verdict = "the same" if largest <= TOLERANCE else "not the same"
    shown = [metric, "all", UNDEFINED, f"r = {numeral(r, 3)}"]
    shown += [f"at most {numeral(largest, 4)}: {verdict}"]
    headings = [column.heading for column in _COLUMNS]
    return pd.DataFrame([shown], columns=headings, index=rows["signature"].iloc[:1])
