"""Figure 6: the mean normalised attribution of each error type, by metric."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.figures import plots, style
from gec_attribution.formatting.numerals import numeral
from gec_attribution.statistics.bootstrap import SIGNIFICANCE

_BOLD = f"bold: differs from 0 (p < {SIGNIFICANCE:g} after Holm)"
_CELL = 0.6, 0.17  # inches
_LONGEST = 10  # characters of a line of a metric's name


def plot(table: pd.DataFrame, min_frequency: int) -> Figure:
    """One heat map per data set: rows are error types, the most frequent first, columns metrics.

    All share one scale of colours, symmetric about 0; a cell without a mean is hatched.
    """
    defined = table.dropna(subset="mean")
    least = style.span([min_frequency], "edit")
    if defined.empty:
        return style.message(
            f"No error type has {least} or more with a known attribution."
        )
    shown = table.merge(defined[["dataset", "type"]].drop_duplicates())
    edits_of_type = shown.groupby(["dataset", "type"])["edits"]
    of_metric = shown.groupby(["dataset", "metric"])["sampled_edits"].transform("sum")
    sampled = of_metric.groupby(shown["dataset"]).transform(style.sampled)
    rows = shown.assign(value=shown["mean"], text=shown["mean"].map(_text))
    rows["row"] = shown["type"].map(style.error_type)
    rows["column"] = shown["metric"].str.wrap(_LONGEST, break_long_words=False)
    rows["marked"] = shown["p_holm"] < SIGNIFICANCE
    rows["frequency"] = -edits_of_type.transform("sum")
    rows["beside"] = edits_of_type.transform(style.span)
    rows["sampled"] = sampled
    rows = rows.sort_values(["frequency", "type"], kind="stable")
    rows = plots.with_panels(rows, "{dataset}{sampled}")
    limit = defined["mean"].abs().max() or 1.0
    return plots.heat_maps(
        rows,
        _CELL,
        label="Mean normalised $\\phi$",
        undefined=f"fewer than {least}",
        notes=[_BOLD],
        look={"weight": "bold"},
        cmap=style.SIGNED,
        vmin=-limit,
        vmax=limit,
    )


def _text(mean: float) -> str:
    """A mean with its sign, unless it is rounded to zero."""
    if round(mean, 2) == 0:
        return "0.00"
    return numeral(mean, 2, signed=True)
