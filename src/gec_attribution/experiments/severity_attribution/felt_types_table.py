"""Which types of error a metric feels when they are corrected as people corrected them."""

import numpy as np
import pandas as pd

from gec_attribution.explanations.taxonomy import ERROR_TYPES
from gec_attribution.formatting.numerals import UNDEFINED, numeral
from gec_attribution.statistics.bootstrap import MIN_SOURCES, SIGNIFICANCE
from gec_attribution.tables.cells import probability, with_intervals

_CAPTION = (
    "What each metric gives the right corrections of each type. Mean normalised φ of sentences "
    "with two edits or more: a metric that feels a type rewards its correction, or punishes it; "
    "where the mean does not differ from 0 (5 % level, Holm's correction over the types), what it "
    "gives such an edit is noise, as often against as for it. Weight: mean of the normalised |φ| "
    "times the number of edits, 1 for an edit that gets what edits get on average. Zero: share of "
    "the edits whose φ is within the metric's rounding. Spearman: |φ| with severity, within the "
    "type. "
    f"95 % intervals; where there are fewer than {MIN_SOURCES} sources, their number replaces the "
    "interval."
)


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def join(tables: pd.DataFrame, method: str) -> pd.DataFrame:
    """The rows of one method, which are about types.

    Args:
        tables: rows of `experiments.severity_attribution.compute`.
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
    cells = shown.set_index([*keys, "measure"])["cell"].unstack("measure")
    by_measure = {name: rows.set_index(keys) for name, rows in table.groupby("measure")}
    size, effect = by_measure["size"], by_measure["effect"]
    cells, effect, zero = (each.reindex(size.index) for each in (cells, effect, by_measure["zero"]))
    return pd.DataFrame(
        {
            "Dataset": size.index.get_level_values("dataset"),
            "Metric": size.index.get_level_values("metric"),
            "Type": [
                f"{label} ({ERROR_TYPES[label].english})"
                for label in size.index.get_level_values("group")
            ],
            "Mean normalised φ": cells["effect"].to_numpy(),
            "p (Holm)": effect["p_holm"].map(probability).to_numpy(),
            "Felt": _felt(effect),
            "Weight": cells["weight"].to_numpy(),
            "Zero": [f"{numeral(100 * value, 1)} %" for value in zero["value"]],
            "Spearman": cells["size"].to_numpy(),
            "Edits": [f"{count:,}" for count in size["edits"]],
        },
        index=pd.Index(size["signature"]),
    )
