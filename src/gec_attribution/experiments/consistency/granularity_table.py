"""Whether attributions are consistent across granularities of edits."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.cells import with_intervals

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
    found = {
        heading: with_intervals(
            rows[_KEYS].merge(table[table["measure"] == measure], on=_KEYS, how="left"), 3
        )
        for measure, heading in _MEASURES.items()
    }
    first, *others = found.items()
    return pd.DataFrame(
        {
            "Dataset": rows["dataset"],
            "Metric": rows["metric"],
            "Method": rows["method"],
            "Merged at": rows["granularity"],
            first[0]: first[1],
            "By chance": [numeral(share, 3) for share in rows["chance"]],
            **dict(others),
            "Chunks": rows["chunks"].map("{:,}".format),
        }
    ).set_index(rows["signature"])
