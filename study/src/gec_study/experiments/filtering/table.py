"""What corrections gain where harmful edits are left out: means over systems."""

import pandas as pd

from gec_attribution.attribution.edit_tables import EVERY_SYSTEM
from gec_attribution.formatting.numerals import numeral
from gec_study.experiments.filtering.compute import TUNED
from gec_study.tables.cells import intervals, probability

_HEADINGS = {"precision": "P", "recall": "R", "f": "F0.5", "gleu": "GLEU"}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each data set, metric, method and threshold, of all systems or the only one.

    Args:
        table: rows of `compute`.
    """
    several = table.groupby("dataset")["system"].transform("nunique") > 1
    rows = table[(table["system"] == EVERY_SYSTEM) | ~several]
    changes = {
        f"Δ {heading}": _differences(rows, f"{measure}_difference")
        for measure, heading in _HEADINGS.items()
    }
    return pd.DataFrame(
        {
            "Dataset": rows["dataset"],
            "Metric": rows["metric"],
            "Method": rows["method"],
            "Threshold": [
                f"{numeral(cut, 2)}{' (tuned)' if choice == TUNED else ''}"
                for cut, choice in zip(rows["threshold"], rows["choice"], strict=True)
            ],
            "Dropped, %": [
                numeral(100 * dropped / edits, 1) if edits else ""
                for dropped, edits in zip(rows["dropped"], rows["edits"], strict=True)
            ],
            "F0.5 before": [numeral(100 * value, 1) for value in rows["f_before"]],
            **changes,
            "p (Holm)": rows["f_p_holm"].map(probability),
            "F0.5 over random": _differences(rows, "f_over_random"),
            "p (Holm), over random": rows["over_random_p_holm"].map(probability),
        }
    ).set_index(rows["signature"])


def _differences(rows: pd.DataFrame, measure: str) -> list[str]:
    return intervals(rows, measure, "sources", 1, 100)
