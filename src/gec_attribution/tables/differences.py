"""Table of paired differences between methods and between metrics."""

import pandas as pd

from gec_attribution.formatting.numerals import with_interval
from gec_attribution.tables.cells import probability
from gec_attribution.tables.labels import MEASURES


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per difference; of the thresholds of Figure 4, only the largest.

    Args:
        table: rows of `statistics.differences`, with the names a reader knows.
    """
    if "threshold" in table:
        table = table[table["threshold"] == table["threshold"].max()]
    by_metric = table["metric"] != table["other_metric"]
    name, other_name = (
        table[f"{side}metric"].where(by_metric, table[f"{side}method"]) for side in ("", "other_")
    )
    measure = table["protocol"] if "protocol" in table else table["measure"].replace(MEASURES)
    numbers = table[["difference", "low", "high", "sources"]].itertuples(index=False, name=None)
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Of": table["method"].where(by_metric, table["metric"]),
            "Comparison": name + " − " + other_name,
            "Protocol" if "protocol" in table else "Measure": measure,
            "Difference": [
                with_interval(value, low, high, 3, sources=sources, signed=True)
                for value, low, high, sources in numbers
            ],
            "p": table["p"].map(probability),
            "p (Holm)": table["p_holm"].map(probability),
            "Sources": table["sources"].map(str),
        }
    ).set_index(table["signature"] + " − " + table["other_signature"])
