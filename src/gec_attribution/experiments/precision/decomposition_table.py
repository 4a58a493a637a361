"""Table of the parts of each system's mean score, by type of error."""

import pandas as pd

from gec_attribution.experiments.precision.labels import SCORE, SOURCE, TYPE, UNATTRIBUTED
from gec_attribution.formatting.numerals import decimals_for, numeral

_NAMES = {SOURCE: "sources", UNATTRIBUTED: "not attributed", SCORE: "score"}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each data set, metric and part, a column for each system."""
    systems = list(dict.fromkeys(table["system"]))
    rows = []
    signatures = []
    for (dataset, metric), decomposition in table.groupby(["dataset", "metric"], sort=False):
        decimals = max(1, decimals_for(decomposition[decomposition["by"] == TYPE]["value"], 2))
        of_types = decomposition[decomposition["by"] == TYPE]
        sizes = of_types["value"].abs().groupby(of_types["group"]).sum()
        largest_first = sorted(sizes.index, key=lambda name: (-sizes[name], name))
        parts = [(SOURCE, SOURCE), *((TYPE, name) for name in largest_first)]
        parts += [(UNATTRIBUTED, UNATTRIBUTED), (SCORE, SCORE)]
        for by, group in parts:
            row = {"Dataset": dataset, "Metric": metric, "Part": _NAMES.get(by, group)}
            row |= dict.fromkeys(systems, "")
            # A type may have the name of another part.
            is_part = (decomposition["by"] == by) & (decomposition["group"] == group)
            for _, part in decomposition[is_part].iterrows():
                row[part["system"]] = _cell(part, decimals)
            rows.append(row)
            signatures.append(decomposition["signature"].iloc[0])
    return pd.DataFrame(rows, index=signatures)


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
