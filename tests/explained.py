"""Explained sentences made from a few words, for tests."""

from gec_attribution.edits.model import Edit
from gec_attribution.explanations.records import ExplainedEdit, ExplainedSentence, Explanation


def explained(source, target, *edits, domain=None):
    """A sentence of edits (start, end, correction, type, severity[, description])."""
    made = [
        ExplainedEdit(
            Edit(start, end, " ".join(correction), "S"),
            source[start:end],
            (start, start + len(correction)),
            Explanation(kind, severity, *(rest or ["说明"])),
        )
        for start, end, correction, kind, severity, *rest in edits
    ]
    return ExplainedSentence(source, target, tuple(made), domain=domain)
