"""Remarks on a sentence's scores, in words; they need none of the models behind the scores.

The columns are those of a metric's scores, each with the source, what else was scored, and last the
hypothesis.
"""

from collections.abc import Mapping

import numpy as np

Columns = Mapping[str, np.ndarray]

CUT = "truncated"
"""Column above 0 where a model read only a part of a pair."""


def gate_note(columns: Columns, threshold: float) -> str:
    """Note on the sentences that a gate set to 0; empty where there are none.

    The columns are `similarity` and `gate`.
    """
    *earlier, last = columns["gate"] == 0
    behind = []
    if last:
        behind.append(f"of the hypothesis ({columns['similarity'][-1]:.3f})")
    if any(earlier):
        behind.append(
            f"of {sum(earlier)} of the {len(earlier)} other sentences that were scored"
        )
    if not behind:
        return ""
    return (
        f"the score is 0 where the similarity to the source is below {threshold:g}, as "
        f"{' and '.join(behind)}"
    )


def cut_note(truncated: np.ndarray, *, is_limited: bool) -> str:
    """Note on the sentences that a model read in part; empty where there are none.

    Args:
        truncated: the column.
        is_limited: whether `scoring.max_length` moves the cut.
    """
    cut = truncated > 0
    if not cut.any():
        return ""
    advice = "no more of a sentence is read"
    if is_limited:
        advice = "`scoring.max_length` moves the cut, as far as the model reads"
    return (
        f"{cut.sum()} of the {len(cut)} sentences that were scored were cut, so that their ends "
        f"may not count; {advice}"
    )


def stored_note(columns: Columns, signature: Mapping[str, object]) -> str:
    """Note on scores from a file, whose signature stands for the metric: its gate, and its cuts."""
    notes = []
    threshold = signature.get("threshold")
    if "gate" in columns and isinstance(threshold, float | int):
        notes.append(gate_note(columns, threshold))
    if CUT in columns:
        notes.append(cut_note(columns[CUT], is_limited="max_length" in signature))
    return "; ".join(filter(None, notes))
