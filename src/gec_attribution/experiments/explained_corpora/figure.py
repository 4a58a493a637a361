"""The edits of explained references by type and severity."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.explanations.taxonomy import ERROR_TYPES, SEVERITIES
from gec_attribution.figures import plots, style

_CELL = 0.3, 0.17  # inches


def plot(table: pd.DataFrame) -> Figure:
    """A heat map per data set: rows are types, columns severities, cells numbers of edits.

    Colours show the share of a type's edits, so that rare types can be read as well; the number of
    edits of a type is to the right of its row.
    """
    if table.empty:
        return style.message("No edit is explained.")
    types = {label: each.short for label, each in ERROR_TYPES.items()}
    keys = ["dataset", "type", "severity"]
    cells = pd.MultiIndex.from_product(
        [style.names(table, "dataset"), types, SEVERITIES], names=keys
    )
    rows = table.set_index(keys)["edits"].reindex(cells, fill_value=0).reset_index()
    of_type = rows.groupby(["dataset", "type"])["edits"].transform("sum")
    rows = rows.assign(
        row=rows["type"].map(types),
        column=rows["severity"],
        value=rows["edits"] / of_type.clip(lower=1),
        text=rows["edits"].replace(0, "").astype(str),
        beside=of_type.map("{:,.0f}".format),
        total=rows.groupby("dataset")["edits"].transform("sum"),
    )
    rows = plots.with_panels(rows, "{dataset} ({total})", total="edit")
    return plots.heat_maps(
        rows,
        _CELL,
        label="Share of the type's edits",
        columns_label="Severity",
        cmap=style.SHARE,
        vmin=0,
        vmax=1,
    )
