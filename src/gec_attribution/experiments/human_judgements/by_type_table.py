"""Whether attributions agree with people who judged each edit, by type of error."""

import pandas as pd

from gec_attribution.experiments.human_judgements.compute import ALL
from gec_attribution.tables.cells import intervals

_CAPTION = (
    "How well attributions tell valid edits from invalid ones, by type of error, with 95 % "
    "intervals; the measures are those of all edits. Only types with enough edits of both kinds "
    "are shown, the most frequent first."
)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows of a type of error."""
    return tables[tables["type"] != ALL].reset_index(drop=True)


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, type, metric and method.

    Args:
        table: rows of `experiments.human_judgements.compute`, as `join` leaves them.
    """
    kinds = list(dict.fromkeys(table["type"]))
    table = table.sort_values("type", key=lambda types: types.map(kinds.index), kind="stable")
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Type": table["type"],
            "Metric": table["metric"],
            "Method": table["method"],
            "Edits": table["edits"].map(str),
            "Invalid": table["invalid"].map(str),
            "AUC": intervals(table, "auc", "sources", 3),
            "Positive, valid, %": intervals(table, "positive_valid", "sources", 1, 100),
            "Positive, invalid, %": intervals(table, "positive_invalid", "sources", 1, 100),
        }
    ).set_index(table["signature"])
