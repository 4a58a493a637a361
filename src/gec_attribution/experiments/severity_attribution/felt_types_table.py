"""Types of error that a metric feels when they are corrected as people corrected them."""

import numpy as np
import pandas as pd

from gec_attribution.explanations.taxonomy import ERROR_TYPES
from gec_attribution.formatting.numerals import UNDEFINED, numeral
from gec_attribution.statistics.bootstrap import SIGNIFICANCE
from gec_attribution.tables.cells import probability, with_intervals


def join(tables: pd.DataFrame, method: str) -> pd.DataFrame:
    """The rows of one method, which are about types.

    Args:
        tables: rows of `compute`.
        method: the attribution method that is shown.
    """
    return tables[(tables["by"] == "type") & (tables["method"] == method)]


def is_felt(effects: pd.DataFrame) -> pd.Series:
    """Whether each mean effect differs from 0 after Holm's correction: (rows,) bool."""
    return effects["p_holm"] < SIGNIFICANCE


def _felt(effects: pd.DataFrame) -> list[str]:
    words = np.where(effects["value"] > 0, "rewarded", "punished")
    words = np.where(is_felt(effects), words, "no")
    return np.where(effects["p_holm"].isna(), UNDEFINED, words).tolist()


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and type, in the order of the taxonomy.

    Args:
        table: rows of `join`.
    """
    keys = ["dataset", "metric", "group"]
    shown = table.assign(cell=with_intervals(table, 2))
    size = shown[shown["measure"] == "size"].set_index(keys)
    effect, weight, zero = (
        shown[shown["measure"] == measure].set_index(keys).reindex(size.index)
        for measure in ("effect", "weight", "zero")
    )
    return pd.DataFrame(
        {
            "Dataset": size.index.get_level_values("dataset"),
            "Metric": size.index.get_level_values("metric"),
            "Type": [
                f"{label} ({ERROR_TYPES[label].english})"
                for label in size.index.get_level_values("group")
            ],
            "Mean normalised φ": effect["cell"].to_numpy(),
            "p (Holm)": effect["p_holm"].map(probability).to_numpy(),
            "Felt": _felt(effect),
            "Weight": weight["cell"].to_numpy(),
            "Zero": [f"{numeral(100 * value, 1)} %" for value in zero["value"]],
            "Spearman": size["cell"].to_numpy(),
            "Edits": [f"{count:,}" for count in size["edits"]],
        },
        index=pd.Index(size["signature"]),
    )
