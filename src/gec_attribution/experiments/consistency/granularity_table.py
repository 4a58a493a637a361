"""Consistency of attributions across granularities of edits."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.cells import measures_with_intervals

_MEASURES = {
    "sign_agreement": "Sign agreement",
    "pearson_normalised": "Pearson, normalised φ",
    "spearman": "Spearman",
}
_KEYS = ["dataset", "metric", "method", "granularity"]


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric, method and granularity.

    Args:
        table: rows of `granularity`.
    """
    rows = table[table["measure"] == "sign_agreement"].reset_index(drop=True)
    measured = measures_with_intervals(rows, table, _KEYS, _MEASURES)
    return pd.DataFrame(
        {
            "Dataset": rows["dataset"],
            "Metric": rows["metric"],
            "Method": rows["method"],
            "Merged at": rows["granularity"],
            "Sign agreement": measured.pop("Sign agreement"),
            "By chance": [numeral(share, 3) for share in rows["chance"]],
            **measured,
            "Chunks": rows["chunks"].map("{:,}".format),
        }
    ).set_index(rows["signature"])
