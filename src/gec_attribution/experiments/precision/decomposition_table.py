"""Table of the parts of each system's mean score, by type of error."""

import pandas as pd

from gec_attribution.experiments.precision.labels import (
    SCORE,
    SOURCE,
    TYPE,
    UNATTRIBUTED,
)
from gec_attribution.formatting.numerals import decimals_for, numeral

_NAMES = {SOURCE: "sources", UNATTRIBUTED: "not attributed", SCORE: "score"}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each data set, metric and part, a column for each system."""
    systems = list(table["system"].unique())
    rows = []
    signatures = []
    for (dataset, metric), parts in table.groupby(["dataset", "metric"], sort=False):
        of_types = parts[parts["by"] == TYPE]
        decimals = max(1, decimals_for(of_types["value"], 2))
        cells = {}
        for part in parts.to_dict("records"):
            # A type may have the name of another part.
            cells[part["by"], part["group"], part["system"]] = _cell(part, decimals)
        for by, group in _order(of_types):
            name = _NAMES.get(by, group)
            of_systems = [cells.get((by, group, system), "") for system in systems]
            rows.append([dataset, metric, name, *of_systems])
            signatures.append(parts["signature"].iloc[0])
    columns = ["Dataset", "Metric", "Part", *systems]
    return pd.DataFrame(rows, index=signatures, columns=columns)


def _order(of_types: pd.DataFrame) -> list[tuple[str, str]]:
    """The parts in their order: among them the types, the one of the largest sum first."""
    sizes = of_types["value"].abs().groupby(of_types["group"]).sum()
    largest_first = sizes.sort_values(ascending=False, kind="stable")
    types = [(TYPE, name) for name in largest_first.index]
    last = [(part, part) for part in (UNATTRIBUTED, SCORE)]
    return [(SOURCE, SOURCE), *types, *last]


def _cell(part: dict, decimals: int) -> str:
    """A part of one system's score; a star marks a type whose interval leaves out 0."""
    if part["by"] in (SOURCE, SCORE):
        return numeral(part["value"], decimals)
    number = numeral(part["value"], decimals, signed=True)
    if part["by"] == UNATTRIBUTED:
        sentences = int(part["unattributed"])
        if sentences:
            return f"{number} ({sentences})"
        return "0"
    if not part["edits"]:
        return "0"
    is_sure = part["low"] > 0 or part["high"] < 0
    if is_sure:
        return f"{number}*"
    return number
