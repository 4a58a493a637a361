"""Figure 7: the precision of each system by error type, in the sense of equation 6."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.figures import plots, style
from gec_attribution.formatting.numerals import numeral

_LOWEST = 0.5  # of the colours, the same in every file
_CELL = 0.34, 0.34  # inches
_TEXT = "in a cell: precision, below it the number of edits"
_FEW = "italic: too few sources for an interval"


def plot(table: pd.DataFrame, min_frequency: int) -> Figure:
    """One heat map per data set and metric: rows are systems with corpus scores, columns types.

    A cell without a precision is hatched. The most frequent types stand first.
    """
    defined = table.dropna(subset="precision")
    least = style.span([min_frequency], "edit")
    if defined.empty:
        return style.message(
            f"No error type has {least} or more, with an effect, of most systems."
        )
    shown = table[table["type"].isin(defined["type"])]
    scores = shown["corpus_score"].map(lambda score: f" ({numeral(score, 3)})")
    precision = shown["precision"].map(lambda value: numeral(value, 2))
    counts = shown["edits"].map("\n{:.0f}".format)
    rows = shown.assign(value=shown["precision"], text=precision + counts)
    rows["row"] = shown["system"] + scores
    rows["column"] = shown["type"].map(style.error_type)
    rows["marked"] = shown["low"].isna()
    rows["frequency"] = -shown.groupby("type")["edits"].transform("sum")
    rows["sampled"] = style.sampled([table["sampled_edits"].sum()])
    rows = rows.sort_values(["corpus_score", "frequency", "type"], kind="stable")
    rows = plots.with_panels(rows, "{dataset}, {metric}{sampled}")
    notes = [_TEXT]
    if defined["low"].isna().any():
        notes.append(_FEW)
    return plots.heat_maps(
        rows,
        _CELL,
        label="Precision",
        undefined=f"fewer than {least}, or no effect",
        notes=notes,
        look={"style": "italic"},
        extend="min",
        cmap=style.SHARE,
        vmin=_LOWEST,
        vmax=1,
    )
