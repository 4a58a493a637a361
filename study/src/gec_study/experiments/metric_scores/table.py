"""What each metric gave each system."""

import pandas as pd

from gec_attribution.formatting.numerals import decimals_for, numeral, with_interval
from gec_study.tables.cells import probability


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and system.

    Args:
        table: rows of `compute`, with the names a reader knows.
    """
    largest = table.groupby(["dataset", "metric"])["mean"].transform(lambda mean: mean.abs().max())
    decimals = [decimals_for([value], digits=4) for value in largest]
    means = table[["mean", "low", "high", "sentences"]].itertuples(index=False, name=None)
    compared = [f"difference{end}" for end in ("", "_low", "_high")]
    differences = table[[*compared, "sources"]].itertuples(index=False, name=None)
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Metric": table["metric"],
            "System": table["system"],
            "Score": [
                with_interval(mean, low, high, digits, sources=count)
                for (mean, low, high, count), digits in zip(means, decimals, strict=True)
            ],
            "Difference": [
                with_interval(mean, low, high, digits, sources=count, signed=True)
                for (mean, low, high, count), digits in zip(differences, decimals, strict=True)
            ],
            "p (Holm)": table["p_holm"].map(probability),
            "Sentences": table["sentences"].map(str),
            "Left out": table["left_out"].map(str),
            "Undefined": [numeral(count, 0) for count in table["undefined"]],
        }
    ).set_index(table["signature"])
