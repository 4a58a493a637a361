"""Figure 3: how consistent each method is when edits of one sign are grouped."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.figures import plots, style

MEASURES = {
    "sign_agreement": "Sign\nagreement",
    "pearson": "Pearson\n(magnitude)",
    "spearman": "Spearman\n(magnitude)",
}


def plot(table: pd.DataFrame) -> Figure:
    """Rows of panels are data sets, columns are metrics; dots are measures, coloured by method."""
    table = table[table["measure"].isin(MEASURES)]
    if table["value"].isna().all():
        return style.message("No sentence in range has edits of both signs.")
    table = table.assign(measure=table["measure"].map(MEASURES))
    panels = table.groupby(["dataset", "metric"], sort=False)
    parts = [rows.assign(counted=_counted(rows)) for _, rows in panels]
    rows = plots.with_panels(pd.concat(parts), "{dataset}, {metric}\n({counted})")
    plot, handles = plots.dots(rows, "measure", "method")
    plot = plot.label(x="", y="Share or correlation")
    columns = table.groupby("dataset")["metric"].nunique().max()
    return plots.draw(plot, rows, 2.0, columns, handles=handles)


def _counted(rows: pd.DataFrame) -> str:
    """The sentences of a panel: of each method, where they differ."""
    sentences = rows.groupby("method", sort=False)["sentences"].max()
    if len(set(sentences)) == 1 or len(sentences) > style.MAX_COLUMNS:
        return style.span(sentences, "sentence")
    counts = [f"{method} {count:,}" for method, count in sentences.items()]
    return f"sentences: {', '.join(counts)}"
