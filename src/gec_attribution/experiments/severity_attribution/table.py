"""Whether attributions follow the severity that people gave."""

import pandas as pd

from gec_attribution.statistics.bootstrap import MIN_SOURCES
from gec_attribution.tables.cells import with_intervals

_CAPTION = (
    "Spearman's correlation of attributions with the severities (1 to 5) that the explained "
    "reference gives the same edits, with 95 % intervals: of |φ|; of φ with its sign; and of the "
    "normalised |φ|, for sentences with two edits or more. Within sentences: of the pairs of edits "
    "of a sentence with different severities, the share in which the more severe has the larger "
    "|φ|, ties half; 0.5 is chance, and no difference between sentences enters it. Where there are "
    f"fewer than {MIN_SOURCES} sources, their number replaces the interval."
)
_MEASURES = {
    "size": "Spearman, |φ|",
    "signed": "Spearman, φ",
    "share": "Spearman, normalised |φ|",
    "within": "Within sentences",
}


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and method.

    Args:
        table: rows of `experiments.severity_attribution.compute`.
    """
    table = table[table["by"] == "all"]
    shown = table.assign(cell=with_intervals(table, 3))
    keys = ["dataset", "metric", "method"]
    cells = shown.set_index([*keys, "measure"])["cell"].unstack("measure")
    first = shown[shown["measure"] == "size"].set_index(keys)
    pairs = shown[shown["measure"] == "within"].set_index(keys).reindex(first.index)
    cells = cells.reindex(first.index)
    names = {key.capitalize(): first.index.get_level_values(key) for key in keys}
    return pd.DataFrame(
        {
            **names,
            **{title: cells[key].to_numpy() for key, title in _MEASURES.items()},
            "Edits": [f"{count:,}" for count in first["edits"]],
            "Sentences": [f"{count:,}" for count in first["sources"]],
            "Pairs": [f"{count:,}" for count in pairs["edits"]],
        },
        index=pd.Index(first["signature"]),
    )
