"""Counts of answers without a correction or explanations, for readers of the scores.

Such a sentence stays as it is, or unexplained, and is scored like any other: that is no result.
"""

from collections import Counter
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
        reports: for each run the explainer's name, the system whose corrections it explained, and
            the `corpus.Explained.report`.

    Returns:
        A row for each of `WARNINGS` that occurs: the warning, its number of sentences in all runs,
        the number of all sentences, and the share of each explainer.
    """
    answers: Counter[str] = Counter()
    unread: dict[str, Counter[str]] = {about: Counter() for about in WARNINGS}
    for explainer, correction, report in reports:
        name = f"{explainer} ({correction})"
        answers[name] += report["sentences"]
        for about in unread.keys() & report["repairs"].keys():
            unread[about][name] += report["repairs"][about]["sentences"]
    total = answers.total()
    rows = []
    for about, counts in unread.items():
        if counts:
            shares = [f"{name} {counts[name]} of {answers[name]}" for name in counts]
            rows.append((WARNINGS[about], counts.total(), total, ", ".join(shares)))
    return rows
