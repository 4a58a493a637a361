"""What each metric gave each system."""

import pandas as pd

from gec_attribution.formatting.numerals import decimals_for, numeral, with_interval
from gec_attribution.statistics.bootstrap import MIN_SOURCES, TEST_RESAMPLES
from gec_attribution.tables.cells import probability

_CAPTION = (
    "Mean score of each system's corrections under each metric, with 95 % intervals; sentences "
    "that a system left as they are count, too. Difference: to {first}, paired by sentence, over "
    "the sentences of which both have a score. p "
    f"(Holm): two-sided bootstrap p-value of no difference ({TEST_RESAMPLES:,} resamples) after "
    "Holm's correction for all comparisons of the metric on the data set. Undefined: sentences "
    f"without a score. Where there are fewer than {MIN_SOURCES} sources, their number replaces the "
    "interval."
)


def caption(table: pd.DataFrame) -> str:
    """How to read the table, and which system the others are compared with.

    Args:
        table: rows of `experiments.metric_scores.compute`.
    """
    # A data set may lack the study's first system.
    firsts = table.drop_duplicates(["dataset", "other_system"])
    only = len(firsts["other_system"].unique()) == 1
    names = [
        first if only else f"{first} ({dataset})"
        for dataset, first in zip(firsts["dataset"], firsts["other_system"], strict=True)
    ]
    return _CAPTION.format(first=", ".join(dict.fromkeys(names)))


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and system.

    Args:
        table: rows of `experiments.metric_scores.compute`, with the names a reader knows.
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
            "Undefined": [numeral(count, 0) for count in table["undefined"]],
        }
    ).set_index(table["signature"])
