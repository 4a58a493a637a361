"""Whether attributions know more than the error type does, in a sentence for each metric."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral, with_interval
from gec_attribution.statistics.bootstrap import SIGNIFICANCE
from gec_study.experiments.chance.labels import TRUTHS


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows of the first method."""
    return tables[tables["method"] == tables["method"].iloc[0]].reset_index(drop=True)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, truth and metric.

    Args:
        table: rows of the result `chance_added` of one method.
    """
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Judged by": table["truth"].map(TRUTHS),
            "Metric": table["metric"],
            "In a sentence": [sentence(row) for _, row in table.iterrows()],
        }
    ).set_index(table["signature"])


def sentence(row: pd.Series) -> str:
    """What a row of `chance_added` says, in a sentence."""
    if pd.isna(row["beyond_type"]) or pd.isna(row["added_likelihood"]):
        return f"Of {row['metric']} nothing can be said: too few edits are right, or wrong."
    known = "neither more nor less, beyond chance,"
    if row["beyond_type_p_holm"] < SIGNIFICANCE:
        known = "more" if row["beyond_type"] > 0 else "less"
    adds = "they add nothing to it beyond chance"
    if row["added_likelihood"] > 0 and row["added_likelihood_p_holm"] < SIGNIFICANCE:
        adds = "they add to it"
    value, low, high = (row[f"added_likelihood{end}"] for end in ("", "_low", "_high"))
    gain = with_interval(value, low, high, 4, sources=row["sources"], signed=True)
    phi, alone, both = (numeral(row[name], 3) for name in ("auc", "auc_type", "auc_both"))
    return (
        f"The attributions of {row['metric']} know {known} than the error type does (AUC {phi} "
        f"against {alone}), and {adds} (log likelihood of an edit {gain} nats; AUC of both {both})."
    )
