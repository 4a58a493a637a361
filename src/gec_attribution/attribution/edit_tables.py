"""Queries of a table of attributions, which has one row per edit."""

import numpy as np
import pandas as pd

from gec_attribution.errors import InputError


def the_one(table: pd.DataFrame, column: str) -> str:
    """The value that a column has in every row.

    Raises:
        InputError: the table has no row, or rows that do not belong together.
    """
    values = table[column].unique().tolist()
    if not values:
        raise InputError(
            "there is nothing to evaluate: the systems made no edit in this data set"
        )
    if len(values) > 1:
        several = " and ".join(values[:2])
        raise InputError(
            f"only edits of one {column} can be evaluated together; found {several}"
        )
    return values[0]


def is_sampled(attributions: pd.DataFrame) -> np.ndarray:
    """Mask of edits whose attribution is an estimate, sampled or not: (edits,) bool."""
    return (~attributions["exact"] & attributions["phi"].notna()).to_numpy()


def count_sampled(
    edits: pd.DataFrame, groups: np.ndarray
) -> dict[str, list[int] | np.ndarray]:
    """Counts of estimates among the edits of each group, as columns of a result.

    Args:
        edits: a table of attributions.
        groups: (edits, groups) bool, the edits of each group.

    Returns:
        sampled_sentences and sampled_edits, (groups,) each.
    """
    sampled = is_sampled(edits)[:, None] & groups
    sentence = edits.groupby(["system", "line"], observed=True).ngroup()
    return {
        "sampled_sentences": [sentence[members].nunique() for members in sampled.T],
        "sampled_edits": sampled.sum(axis=0),
    }


def first_edits(attributions: pd.DataFrame) -> np.ndarray:
    """The row number of each sentence's first edit, for rows in the order they were made."""
    return np.flatnonzero(attributions["edit"].to_numpy() == 0)
