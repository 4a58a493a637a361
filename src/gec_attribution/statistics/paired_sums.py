"""Comparison of two systems by the sums of their edits' attributions, with a test of each."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from gec_attribution.statistics.bootstrap import Resampling, with_holm

ALL = "all"
"""Group of all edits."""
EDIT = ["start", "end", "correction"]
"""Columns that two systems' edits of a sentence share if they are the same edit."""


def paired_sums(
    resampling: Resampling,
    first: pd.DataFrame,
    other: pd.DataFrame,
    sentences: np.ndarray,
) -> pd.DataFrame:
    """Sums of two systems for each group of edits, and the paired difference of their means.

    A sentence with an undefined attribution in either system is left out of both. The mean is over
    all other sentences, with or without an edit of the group. The interval and the p-value are from
    resamples of the sentences; a group counts the sentences in which a system has an edit of it.

    Args:
        resampling: the resamples.
        first: a row for each edit of the one system: `sentence` (an int), the columns of `EDIT`,
            `phi`, and `group`.
        other: such rows of the other system.
        sentences: (sentences,) all that both systems corrected, sorted.

    Returns:
        A row for `ALL`, then one for each group, the most frequent first: group; edits, phi (Σφ),
        only and only_phi (number and Σφ of the edits that the other system does not make), and mean
        (Σφ / sentences) of the first system; the same with `other_` of the other one; difference
        (mean − other_mean), low, high, p (of a difference of zero), sources, note (why there is no
        interval), sentences and left_out.
    """
    both = pd.concat([first.assign(sign=1), other.assign(sign=-1)], ignore_index=True)
    undefined = both.loc[both["phi"].isna(), "sentence"]
    kept = np.setdiff1d(sentences, undefined)
    both = both[both["sentence"].isin(kept)]
    # No system has the same edit twice.
    both = both.assign(only=~both.duplicated(["sentence", *EDIT], keep=False))
    rows = []
    differences = []
    sources = []
    for group, edits in _groups(both):
        signed = edits["sign"] * edits["phi"]
        place = np.searchsorted(kept, edits["sentence"])
        differences.append(np.bincount(place, signed, minlength=len(kept)))
        sources.append(edits["sentence"].nunique())
        row: dict[str, object] = {"group": group}
        for sign, prefix in ((1, ""), (-1, "other_")):
            sums = _sums(edits[edits["sign"] == sign], len(kept))
            row |= {f"{prefix}{name}": value for name, value in sums.items()}
        rows.append(row)
    difference = resampling.mean(np.column_stack(differences), kept, among=sentences)
    difference = replace(difference, sources=np.array(sources))
    return pd.DataFrame(rows).assign(
        **difference.columns("difference"),
        p=difference.p,
        sources=difference.sources,
        note=difference.note,
        sentences=len(kept),
        left_out=len(sentences) - len(kept),
    )


def corrected(table: pd.DataFrame) -> pd.DataFrame:
    """Rows of `paired_sums` with p_holm: corrected over those of all edits, and over the others."""
    families = table.assign(family=table["group"] == ALL)
    return with_holm(families, family=["family"]).drop(columns="family")


def _groups(edits: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    yield ALL, edits
    for group in frequencies(edits["group"]).index:
        yield group, edits[edits["group"] == group]


def frequencies(names: pd.Series) -> pd.Series:
    """How often each name occurs, the most frequent one first; equals by the alphabet."""
    counts = names.value_counts().sort_index()
    return counts.sort_values(ascending=False, kind="stable")


def _sums(edits: pd.DataFrame, sentences: int) -> dict[str, float]:
    phi = edits["phi"]
    only = edits["only"]
    total = phi.sum()
    return {
        "edits": len(edits),
        "phi": total,
        "only": int(only.sum()),
        "only_phi": phi[only].sum(),
        "mean": total / sentences if sentences else np.nan,
    }
