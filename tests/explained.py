"""Explained sentences made from a few words, for tests."""

from gec_attribution.edits.model import Edit
from gec_attribution.explanations.records import ExplainedEdit, ExplainedSentence, Explanation


def explained(source, target, *edits, domain=None):
    """A sentence of edits (start, end, correction, type, severity[, description])."""
    explained_edits = [
        ExplainedEdit(
            Edit(start, end, " ".join(correction), "S"),
            source[start:end],
            (start, start + len(correction)),
            Explanation(kind, severity, *(description or ["说明"])),
        )
        for start, end, correction, kind, severity, *description in edits
    ]
    return ExplainedSentence(source, target, tuple(explained_edits), domain=domain)
