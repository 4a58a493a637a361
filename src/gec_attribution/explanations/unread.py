"""Counts of answers without a correction or explanations, for readers of the scores.

Such a sentence stays as it is, or unexplained, and is scored like any other: that is no result.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from gec_attribution.explanations.damaged_json import NO_JSON
from gec_attribution.explanations.generating import REFUSED, TOO_LONG
from gec_attribution.explanations.parsing import NO_LIST, NO_TARGET

WARNINGS: Mapping[str, str] = {
    NO_TARGET: "answered without a correction: the source is taken for one",
    NO_LIST: "answered without a list of edits or explanations",
    NO_JSON: "answered without anything that could be read",
    REFUSED: "refused, or broken off by a filter",
    TOO_LONG: "longer than the model reads, so that there is no answer",
}
"""Wording in a table of warnings for each count of a report."""


def unread_answers(
    reports: Iterable[tuple[str, str, Mapping[str, Any]]],
) -> list[tuple[str, int, int, str]]:
    """Answers of models that do not follow their instruction.

    Args:
        reports: for each run of an explainer its name, whose correction it explained, and its
            `corpus.Explained.report`.

    Returns:
        For each of `WARNINGS` that there is any of: it, the sentences (of all runs), of how many,
        and which explainers they are of, with their shares.
    """
    counted: dict[str, dict[str, tuple[int, int]]] = {about: {} for about in WARNINGS}
    answers = 0
    for explainer, correction, report in reports:
        answers += report["sentences"]
        name = f"{explainer} ({correction})"
        for about, by_explainer in counted.items():
            unread = report["repairs"].get(about, {"sentences": 0})["sentences"]
            before, sentences = by_explainer.get(name, (0, 0))
            by_explainer[name] = before + unread, sentences + report["sentences"]
    return [
        (
            WARNINGS[about],
            total,
            answers,
            ", ".join(f"{name} {n} of {size}" for name, (n, size) in by_explainer.items() if n),
        )
        for about, by_explainer in counted.items()
        if (total := sum(n for n, _ in by_explainer.values()))
    ]
