"""What was missed: value recall beside ERRANT's, by system, and by type over all systems."""

import pandas as pd

from gec_attribution.attribution.edit_tables import EVERY_SYSTEM
from gec_attribution.formatting.numerals import decimals_for
from gec_study.experiments.missed_value.compute import ALL
from gec_study.tables.cells import intervals


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each data set, metric and system, then one for each type over all systems.

    Args:
        table: rows of `compute`.
    """
    shown = table[(table["type"] == ALL) | (table["system"] == EVERY_SYSTEM)]
    parts = []
    for (dataset, metric), rows in shown.groupby(["dataset", "metric"], sort=False):
        decimals = max(1, decimals_for([*rows["value_made"], *rows["value_missed"]], 2))
        parts.append(
            pd.DataFrame(
                {
                    "Dataset": dataset,
                    "Metric": metric,
                    "System": rows["system"],
                    "Type": rows["type"],
                    "Made": intervals(rows, "value_made", "sources", decimals),
                    "Missed": intervals(rows, "value_missed", "sources", decimals),
                    "Value recall, %": intervals(rows, "value_recall", "sources", 1, 100),
                    "Recall, %": intervals(rows, "recall", "sources", 1, 100),
                    "Weighted F0.5": intervals(rows, "weighted_f0_5", "sources", 1, 100),
                    "Edits": [
                        f"{made}, {missed}, {otherwise}"
                        for made, missed, otherwise in zip(
                            rows["made"], rows["missed"], rows["otherwise"], strict=True
                        )
                    ],
                    "Left out": rows["left_out"].map(str),
                }
            ).set_index(rows["signature"])
        )
    return pd.concat(parts)
