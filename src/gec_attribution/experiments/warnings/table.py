"""Table of sentences that a study could score or attribute only in part, or not at all."""

import pandas as pd

from gec_attribution.formatting.numerals import UNDEFINED
from gec_attribution.tables.columns import DATASET, SENTENCES, Column, cells, out_of


def _named(text: str) -> str:
    return text or UNDEFINED


_COLUMNS = (
    DATASET,
    Column("Metric", "metric", text=_named),
    Column("Warning", "warning"),
    SENTENCES,
    Column("Coalitions", "coalitions"),
    Column("Where", "where", text=_named),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per warning, from rows of `compute`."""
    shown = table.fillna({"metric": "", "where": ""})
    for name in ("sentences", "coalitions"):
        shown[name] = out_of(table, name, f"of_{name}")
    return cells(shown, _COLUMNS)


def summary(table: pd.DataFrame) -> list[str]:
    """The warnings as lines for the end of a run; `table` has the names a reader knows."""
    lines = []
    for row in tabulate(table).to_dict("records"):
        parts = [row["Dataset"]]
        if row["Metric"] == UNDEFINED:
            parts.append(f"{row['Sentences']} corrected sentences")
        else:
            parts += [row["Metric"], f"{row['Sentences']} sentences"]
        if row["Coalitions"] != UNDEFINED:
            parts.append(f"{row['Coalitions']} coalitions")
        warning = row["Warning"]
        if row["Where"] != UNDEFINED:
            warning += f" ({row['Where']})"
        lines.append(", ".join([*parts, warning]))
    return lines
