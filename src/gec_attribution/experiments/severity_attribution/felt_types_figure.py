"""Types of error that a metric feels when they are corrected as people corrected them."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gec_attribution.experiments.severity_attribution.felt_types_table import is_felt
from gec_attribution.explanations.taxonomy import ERROR_TYPES
from gec_attribution.figures import style

_CROWD = 6  # columns of cells that fit side by side, next to the names of the types


def plot(table: pd.DataFrame, method: str, min_frequency: int) -> Figure:
    """A heatmap per data set: rows are types, columns metrics, cells the mean normalised φ.

    Cells of types that a metric feels are bold: the mean differs from 0 at the 5 % level, after
    Holm's correction over the types. A type with too few edits is hatched. The number of edits is
    to the right of its row.

    Args:
        table: rows of `compute`.
        method: the attribution method that is shown, under the name a reader knows.
        min_frequency: the fewest edits of a type.
    """
    rows = table[
        (table["by"] == "type") & (table["measure"] == "effect") & (table["method"] == method)
    ]
    if rows["value"].isna().all():
        return style.message(f"No type has {min_frequency} edits of a system and of the reference.")
    metrics = {
        dataset: style.names(table[table["dataset"] == dataset], "metric")
        for dataset in style.names(table, "dataset")
    }
    labels = [label for label in ERROR_TYPES if (rows["group"] == label).any()]
    limit = rows["value"].abs().max() or 1.0
    widest = max(map(len, metrics.values()))
    columns = min(len(metrics), max(1, _CROWD // widest))
    lines = -(-len(metrics) // columns)
    with style.context():
        wide = columns * widest > 2
        figure = Figure(
            figsize=(
                style.DOUBLE_COLUMN if wide else style.SINGLE_COLUMN,
                lines * (0.19 * len(labels) + 0.5) + 0.4,
            ),
            layout="constrained",
        )
        axes = figure.subplots(lines, columns, squeeze=False, sharey=True).ravel()
        for unused in axes[len(metrics) :]:
            unused.remove()
        shown = axes[: len(metrics)]
        for panel, dataset in zip(shown, metrics, strict=True):
            here = rows[rows["dataset"] == dataset]
            mesh = _draw_panel(panel, here, labels, metrics[dataset], limit)
            panel.set_title(dataset)
        axes[0].set_yticklabels([ERROR_TYPES[label].short for label in labels])
        figure.colorbar(mesh, ax=list(shown), label="Mean normalised $\\phi$", pad=0.02)
        if len(rows) < len(labels) * sum(map(len, metrics.values())):
            style.legend_above(figure, [style.undefined_patch(f"fewer than {min_frequency} edits")])
    return figure


def _draw_panel(
    panel: Axes, rows: pd.DataFrame, labels: list[str], metrics: list[str], limit: float
) -> Any:
    rows = rows.assign(felt=is_felt(rows))
    cells = rows.pivot(index="group", columns="metric").reindex(index=labels)
    means, felt = (cells[column].reindex(columns=metrics) for column in ("value", "felt"))
    bold = felt.to_numpy() == True  # noqa: E712
    return style.effects(panel, means, bold, rows.set_index("group")["edits"], limit)
