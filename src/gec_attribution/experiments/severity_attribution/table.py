"""Whether attributions follow the severity that people gave."""

import pandas as pd

from gec_attribution.tables.cells import with_intervals

_MEASURES = {
    "size": "Spearman, |φ|",
    "signed": "Spearman, φ",
    "share": "Spearman, normalised |φ|",
    "within": "Within sentences",
}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and method.

    Args:
        table: rows of `compute`.
    """
    table = table[table["by"] == "all"]
    shown = table.assign(cell=with_intervals(table, 3))
    keys = ["dataset", "metric", "method"]
    cells = shown.set_index([*keys, "measure"])["cell"].unstack("measure")
    sizes = shown[shown["measure"] == "size"].set_index(keys)
    pairs = shown[shown["measure"] == "within"].set_index(keys).reindex(sizes.index)
    cells = cells.reindex(sizes.index)
    names = {key.capitalize(): sizes.index.get_level_values(key) for key in keys}
    return pd.DataFrame(
        {
            **names,
            **{title: cells[key].to_numpy() for key, title in _MEASURES.items()},
            "Edits": [f"{count:,}" for count in sizes["edits"]],
            "Sentences": [f"{count:,}" for count in sizes["sources"]],
            "Pairs": [f"{count:,}" for count in pairs["edits"]],
        },
        index=pd.Index(sizes["signature"]),
    )
