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
    """Rows of panels are data sets, columns are metrics; dots are measures, coloured by method.

    Lines through dots are 95 % intervals; a dot without one, for its sources are too few, is open.
    The title says on how many sentences each method is judged.
    """
    table = table[table["measure"].isin(MEASURES)]
    if table["value"].isna().all():
        return style.message("No sentence in range has edits of both signs.")
    rows = plots.with_panels(table, ["dataset", "metric"], _title)
    rows = rows.assign(measure=rows["measure"].map(MEASURES))
    plot = plots.dots(rows, "measure", "method").label(x="", y="Share or correlation")
    columns = table.groupby("dataset")["metric"].nunique().max()
    figure, axes = plots.draw(plot, rows, 2.0, columns, plots.few_handles(rows))
    for panel in axes:
        panel.grid(axis="y")
        panel.tick_params(axis="x", length=0)
    return figure


def _title(dataset: str, metric: str, rows: pd.DataFrame) -> str:
    sentences = rows.groupby("method", sort=False)["sentences"].max()
    if sentences.min() == sentences.max() or len(sentences) > style.MAX_COLUMNS:
        return f"{dataset}, {metric}\n({style.span(sentences, 'sentence')})"
    counted = ", ".join(f"{method} {count:,}" for method, count in sentences.items())
    return f"{dataset}, {metric}\n(sentences: {counted})"
