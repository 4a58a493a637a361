"""Published attributions of single edits and ours."""

from collections.abc import Mapping

import pandas as pd

from gec_attribution.formatting.numerals import UNDEFINED, numeral
from gec_study.experiments.published_attributions.published import TOLERANCE

_CASE = ["dataset", "metric", "component", "place"]


def join(tables: pd.DataFrame, published: Mapping[str, str]) -> pd.DataFrame:
    """The rows of metrics that are said to be the published ones, with difference.

    Args:
        tables: rows of `published_attributions`.
        published: the published metric that each metric is said to be.
    """
    said = tables["metric"].map(published)
    rows = tables[said == tables["published_metric"]].reset_index(drop=True)
    return rows.assign(difference=rows["ours"] - rows["published"])


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of each case, and one that says whether all are the same.

    Args:
        table: what `join` returns.
    """
    parts = []
    for key, rows in table.groupby(_CASE, sort=False):
        parts += [_cells(rows), _verdict(dict(zip(_CASE, key, strict=True)), rows)]
    return pd.concat(parts or [_cells(table)])


def _cells(rows: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "Metric": rows["metric"],
            "Component": rows["component"],
            "Place": rows["place"],
            "Edit": rows["edit"],
            "Published": [numeral(value, 4, signed=True) for value in rows["published"]],
            "Ours": [numeral(value, 4, signed=True) for value in rows["ours"]],
            "Difference": [numeral(value, 4, signed=True) for value in rows["difference"]],
        }
    ).set_index(rows["signature"])


def _verdict(case: Mapping[str, str], rows: pd.DataFrame) -> pd.DataFrame:
    furthest = rows["difference"].abs().max(skipna=False)
    if pd.isna(furthest):
        said = "not comparable: other edits, or no value"
    else:
        alike = "the same" if furthest <= TOLERANCE else "not the same"
        said = f"at most {numeral(furthest, 4)}: {alike}"
    return pd.DataFrame(
        {
            "Metric": [case["metric"]],
            "Component": [case["component"]],
            "Place": [case["place"]],
            "Edit": ["all"],
            "Published": [UNDEFINED],
            "Ours": [UNDEFINED],
            "Difference": [said],
        },
        index=pd.Index(rows["signature"].iloc[:1]),
    )
