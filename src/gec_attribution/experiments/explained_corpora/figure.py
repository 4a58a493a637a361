"""The edits of explained references by type and severity."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.explanations.taxonomy import ERROR_TYPES, SEVERITIES
from gec_attribution.figures import plots, style


def plot(table: pd.DataFrame) -> Figure:
    """A heat map per data set: rows are types, columns severities, cells numbers of edits.

    Colours show the share of a type's edits, so that rare types can be read as well; the number of
    edits of a type is to the right of its row.
    """
    if table.empty:
        return style.message("No edit is explained.")
    datasets = style.names(table, "dataset")
    labels = {label: each.short for label, each in ERROR_TYPES.items()}
    with style.context():
        figure, columns = style.page(len(datasets), 0.19 * len(labels) + 0.5, 2)
        panels = plots.grid(figure, len(datasets), columns)
        for panel, dataset in zip(panels, datasets, strict=True):
            rows = table[table["dataset"] == dataset]
            counts = rows.pivot(index="type", columns="severity", values="edits")
            counts = counts.reindex(index=list(labels), columns=list(SEVERITIES)).fillna(0)
            counts = counts.rename(index=labels)
            totals = counts.sum(axis="columns")
            shares = counts.div(totals.clip(lower=1), axis="index")
            texts = counts.map(lambda count: f"{count:.0f}" if count else "")
            mesh = plots.heatmap(panel, shares, texts, cmap=style.SHARE, vmin=0, vmax=1)
            panel.set(title=f"{dataset}\n({int(totals.sum()):,} edits)", xlabel="Severity")
            plots.numbers_of_edits(panel, [f"{int(total):,}" for total in totals])
        figure.colorbar(mesh, ax=panels, label="Share of the type's edits", pad=0.02)
    return figure
