"""Table of the parts of each system's mean score, by type of error."""

import pandas as pd

from gec_attribution.experiments.precision.labels import SCORE, SOURCE, TYPE, UNATTRIBUTED
from gec_attribution.formatting.numerals import decimals_for, numeral

_NAMES = {SOURCE: "sources", UNATTRIBUTED: "not attributed", SCORE: "score"}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each data set, metric and part, a column for each system."""
    systems = dict.fromkeys(table["system"], "")
    rows = []
    signatures = []
    for (dataset, metric), decomposition in table.groupby(["dataset", "metric"], sort=False):
        of_types = decomposition[decomposition["by"] == TYPE]
        decimals = max(1, decimals_for(of_types["value"], 2))
        # A type may have the name of another part.
        parts = dict(list(decomposition.groupby(["by", "group"])))
        for by, group in _order(of_types):
            row = {"Dataset": dataset, "Metric": metric, "Part": _NAMES.get(by, group), **systems}
            for _, part in parts[by, group].iterrows():
                row[part["system"]] = _cell(part, decimals)
            rows.append(row)
            signatures.append(decomposition["signature"].iloc[0])
    return pd.DataFrame(rows, index=signatures)


def _order(of_types: pd.DataFrame) -> list[tuple[str, str]]:
    """The parts as they are shown: between others the types, that of the largest sum first."""
    sizes = of_types["value"].abs().groupby(of_types["group"]).sum()
    largest_first = sorted(sizes.index, key=lambda name: (-sizes[name], name))
    types = [(TYPE, name) for name in largest_first]
    return [(SOURCE, SOURCE), *types, (UNATTRIBUTED, UNATTRIBUTED), (SCORE, SCORE)]


def _cell(part: pd.Series, decimals: int) -> str:
    if part["by"] in (SOURCE, SCORE):
        return numeral(part["value"], decimals)
    if part["by"] == UNATTRIBUTED:
        count = int(part["unattributed"])
        return f"{numeral(part['value'], decimals, signed=True)} ({count})" if count else "0"
    if not part["edits"]:
        return "0"
    star = "*" if part["low"] > 0 or part["high"] < 0 else ""
    return numeral(part["value"], decimals, signed=True) + star
