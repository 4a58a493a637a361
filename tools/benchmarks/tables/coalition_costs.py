"""How many coalitions the corrections of a study have."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral

_CAPTION = (
    "Sentence pairs (a source and a system's correction), their edits N, and the coalitions that "
    "were planned for them; a distinct pair is scored once for all systems and methods."
)


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, and one for all together.

    Args:
        table: rows of `benchmarks.costs.coalition_costs`.
    """
    rows = table.to_dict("records")
    if len(rows) > 1:
        rows.append(_together(table))
    return pd.DataFrame(
        {
            "Dataset": [row["dataset"] for row in rows],
            "Sentence pairs": [f"{row['sentence_pairs']:,}" for row in rows],
            "Mean N": [numeral(row["mean_edits"], 2) for row in rows],
            "Largest N": [f"{row['most_edits']:,}" for row in rows],
            "Above the limit": [f"{row['above_max_edits']:,}" for row in rows],
            "Coalitions": [f"{row['coalitions']:,}" for row in rows],
            "Per sentence pair": [numeral(row["coalitions_per_sentence_pair"], 1) for row in rows],
            "Distinct pairs": [f"{row['distinct_pairs']:,}" for row in rows],
            "For a million sentence pairs": [
                f"{numeral(row['coalitions_per_sentence_pair'], 1)} million" for row in rows
            ],
        },
        index=[""] * len(rows),
    )


def _together(table: pd.DataFrame) -> dict[str, object]:
    sentence_pairs = table["sentence_pairs"].sum()
    return {
        "dataset": "together",
        "sentence_pairs": sentence_pairs,
        "mean_edits": (table["mean_edits"] * table["sentence_pairs"]).sum() / sentence_pairs,
        "most_edits": table["most_edits"].max(),
        "above_max_edits": table["above_max_edits"].sum(),
        "coalitions": table["coalitions"].sum(),
        "coalitions_per_sentence_pair": table["coalitions"].sum() / sentence_pairs,
        "distinct_pairs": table["distinct_pairs"].sum(),
    }
