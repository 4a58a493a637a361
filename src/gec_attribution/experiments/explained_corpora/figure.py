"""The edits of explained references by type and severity."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.explanations.taxonomy import ERROR_TYPES, SEVERITIES
from gec_attribution.figures import style


def plot(table: pd.DataFrame) -> Figure:
    """A heatmap per data set: rows are types, columns severities, cells numbers of edits.

    Colours show the share of a type's edits, so that rare types can be read as well; the number of
    edits of a type is to the right of its row.
    """
    if table.empty:
        return style.message("No edit is explained.")
    groups = table.groupby("dataset", sort=False)
    labels = {label: each.short for label, each in ERROR_TYPES.items()}
    with style.context():
        height = 0.19 * len(labels) + 0.5
        figure, axes = style.panels(groups.ngroups, height, 2, sharey=True)
        for panel, (dataset, rows) in zip(axes, groups, strict=True):
            numbers = rows.pivot(index="type", columns="severity", values="edits")
            every = numbers.reindex(index=list(labels), columns=list(SEVERITIES))
            counts = every.fillna(0).to_numpy()
            totals = counts.sum(axis=1, keepdims=True)
            shares = counts / np.maximum(totals, 1)
            texts = np.vectorize(lambda count: f"{count:.0f}" if count else "", otypes=[str])
            mesh = style.heatmap(
                panel, shares, texts(counts), fontsize=7.5, cmap=style.SHARE, vmin=0, vmax=1
            )
            panel.set_xticklabels(list(map(str, SEVERITIES)))
            panel.set_xlabel("Severity")
            panel.set_title(f"{dataset}\n({int(totals.sum()):,} edits)")
            style.numbers_of_edits(panel, [f"{int(total):,}" for total in totals[:, 0]])
        axes[0].set_yticklabels(list(labels.values()))
        figure.colorbar(mesh, ax=axes, label="Share of the type's edits", pad=0.02)
    return figure
