"""Figure 3's correlation as a few sentences do not decide it."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.cells import measures_with_intervals

_COLUMNS = {
    "pearson": "Pearson",
    "pearson_trimmed": "trimmed",
    "pearson_normalised": "of normalised φ",
    "pearson_unflipped": "without flips",
    "spearman": "Spearman",
}
_KEYS = ["dataset", "metric", "method"]


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and method.

    Args:
        table: rows of `consistency`.
    """
    rows = table[table["measure"] == "pearson"].reset_index(drop=True)
    return pd.DataFrame(
        {
            "Dataset": rows["dataset"],
            "Metric": rows["metric"],
            "Method": rows["method"],
            "Groups": rows["edits"].map("{:,}".format),
            **measures_with_intervals(rows, table, _KEYS, _COLUMNS),
            "Flipped, %": [numeral(100 * share, 1) for share in rows["flipped_share"]],
        }
    ).set_index(rows["signature"])
