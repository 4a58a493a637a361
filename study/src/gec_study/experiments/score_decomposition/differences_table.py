"""What makes two systems differ in their mean score: each against the next one in the ranking."""

from collections.abc import Iterator
from itertools import pairwise

import pandas as pd

from gec_attribution.formatting.numerals import decimals_for, numeral, with_interval
from gec_study.experiments.score_decomposition.compute import ALL, TYPE

_LARGEST = 3


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for every two systems that follow each other in the order of their scores.

    Args:
        table: rows of `compute`, of pairs of systems.
    """
    rows, signatures = [], []
    for (dataset, metric), differences in table.groupby(["dataset", "metric"], sort=False):
        decimals = max(1, decimals_for(differences[differences["by"] == TYPE]["difference"], 2))
        for system, rival in pairwise(ranking(differences)):
            parts = _of_pair(differences, system, rival)
            whole = parts[parts["by"] == ALL].iloc[0]
            types = parts[parts["by"] == TYPE]
            largest = types.loc[types["difference"].abs().sort_values(ascending=False).index]
            cells = {
                "Dataset": dataset,
                "Metric": metric,
                "Comparison": f"{system} − {rival}",
                "Difference": with_interval(
                    whole["difference"],
                    whole["low"],
                    whole["high"],
                    decimals,
                    sources=int(whole["sources"]),
                    signed=True,
                ),
                "More edits": numeral(whole["more"], decimals, signed=True),
                "Worth more": numeral(whole["worth"], decimals, signed=True),
            }
            headings = ("Largest part", "Second", "Third")
            told = list(_told(largest[:_LARGEST], decimals))
            cells |= dict(zip(headings, told + [""] * (_LARGEST - len(told)), strict=True))
            rows.append(cells)
            signatures.append(whole["signature"])
    return pd.DataFrame(rows, index=signatures)


def ranking(table: pd.DataFrame) -> list[str]:
    """The systems of one data set and metric, the one of the highest mean score first.

    Args:
        table: differences of any two of them.
    """
    whole = table[table["by"] == ALL]
    systems = list(dict.fromkeys([*whole["system"], *whole["other_system"]]))
    ahead = dict.fromkeys(systems, 0.0)
    for row in whole.itertuples():
        ahead[row.system] += row.difference
        ahead[row.other_system] -= row.difference
    return sorted(systems, key=lambda system: (-ahead[system], systems.index(system)))


def _of_pair(table: pd.DataFrame, system: str, rival: str) -> pd.DataFrame:
    """The parts of `system` − `rival`, whichever comes first in the study."""
    parts = table[(table["system"] == system) & (table["other_system"] == rival)]
    if len(parts):
        return parts
    parts = table[(table["system"] == rival) & (table["other_system"] == system)].copy()
    bounds = parts[["low", "high"]].to_numpy()
    for column in ("difference", "more", "worth"):
        parts[column] = -parts[column] + 0.0
    parts[["low", "high"]] = -bounds[:, ::-1]
    return parts


def _told(types: pd.DataFrame, decimals: int) -> Iterator[str]:
    for row in types.itertuples():
        value, more, worth = (
            numeral(number, decimals, signed=True)
            for number in (row.difference, row.more, row.worth)
        )
        yield f"{row.group} {value} ({more}, {worth})"
