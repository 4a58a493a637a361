"""Table of all that a study could score or attribute only in part, or not at all."""

import math

import pandas as pd

from gec_attribution.formatting.numerals import UNDEFINED


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per warning.

    Args:
        table: rows of `compute`.
    """
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Metric": table["metric"].fillna("").replace("", UNDEFINED),
            "Warning": table["warning"],
            "Sentences": _of(table, "sentences"),
            "Coalitions": _of(table, "coalitions"),
            "Where": table["where"].fillna("").replace("", UNDEFINED),
        }
    ).set_index(table["signature"])


def summary(table: pd.DataFrame) -> list[str]:
    """The warnings as lines for the end of a run.

    Args:
        table: rows of `compute`, with the names a reader knows.
    """
    return [
        ", ".join(
            part
            for part in (
                row["Dataset"],
                row["Metric"].strip(UNDEFINED),
                f"{row['Sentences']} {'corrected ' * (row['Metric'] == UNDEFINED)}sentences",
                row["Coalitions"].strip(UNDEFINED) and f"{row['Coalitions']} coalitions",
                row["Warning"] + f" ({row['Where']})" * (row["Where"] != UNDEFINED),
            )
            if part
        )
        for row in tabulate(table).to_dict("records")
    ]


def _of(table: pd.DataFrame, column: str) -> list[str]:
    return [
        UNDEFINED if math.isnan(count) else f"{int(count):,} of {int(every):,}"
        for count, every in zip(table[column], table[f"of_{column}"], strict=True)
    ]
