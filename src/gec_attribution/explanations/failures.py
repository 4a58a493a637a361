"""Ways in which answers of models fail to be explanations, counted for tables.

Some show while an answer is read, as repairs of `parsing` and `generating`; `failures_of` finds
others in a sentence with its explanations, wherever it comes from.
"""

import functools
import re
from collections.abc import Iterator

from gec_attribution.explanations.damaged_json import CUT_OFF, NO_JSON
from gec_attribution.explanations.generating import (
    EMPTY,
    LOOPING,
    REFUSED,
    TOO_LONG,
    UNENDED,
)
from gec_attribution.explanations.parsing import NO_EXPLANATION, NO_LIST, NO_TARGET
from gec_attribution.explanations.prompts import (
    demonstration,
    examples,
    instructions_and_titles,
)
from gec_attribution.explanations.records import (
    EMPTY_DESCRIPTION,
    OTHER_SOURCE_CONTENT,
    UNKNOWN_TYPE,
    ExplainedEdit,
    ExplainedSentence,
    correction_of,
)
from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.languages.zh import CHINESE

UNCHANGING = "an edit that changes nothing"
FOREIGN_WORDS = "an edit whose words are not in the source"
OTHER_LANGUAGE = "a description in another language"
COPIED = "a description, or the correction, of an example in the prompt"
REPEATED = "a correction that begins as the prompt does"
SAME_DESCRIPTION = "the same description for several edits"

FAILURES = {
    REFUSED: "refused",
    TOO_LONG: "longer than the model reads",
    EMPTY: "empty",
    LOOPING: "repeats the same few characters",
    UNENDED: "goes on to the greatest length",
    CUT_OFF: "broken off",
    NO_JSON: "nothing that can be read",
    NO_TARGET: "no correction",
    NO_LIST: "no list of edits or explanations",
    NO_EXPLANATION: "an edit without an explanation",
    UNKNOWN_TYPE: "a type that there is not",
    EMPTY_DESCRIPTION: "an empty description",
    SAME_DESCRIPTION: SAME_DESCRIPTION,
    OTHER_LANGUAGE: OTHER_LANGUAGE,
    COPIED: COPIED,
    REPEATED: REPEATED,
    UNCHANGING: UNCHANGING,
    OTHER_SOURCE_CONTENT: "an edit at another place than its words",
    FOREIGN_WORDS: FOREIGN_WORDS,
}
"""Wording in a table for each failure, in order."""

_CHINESE = re.compile("[\u4e00-\u9fff]")


def failures_of(sentence: ExplainedSentence) -> Iterator[tuple[str, str]]:
    """Failures that show in a sentence, each with a text that shows it."""
    if sentence.target != sentence.source and sentence.target in _shown_texts():
        yield COPIED, sentence.target
    prompt_starts = instructions_and_titles()
    repeats = sentence.target.startswith(prompt_starts)
    if repeats and not sentence.source.startswith(prompt_starts):
        yield REPEATED, sentence.target
    descriptions = [explained.explanation.description for explained in sentence.edits]
    for description in descriptions:
        if description.strip() and not _CHINESE.search(description):
            yield OTHER_LANGUAGE, description
        if description in _shown_texts():
            yield COPIED, description
        if descriptions.count(description) > 1:
            yield SAME_DESCRIPTION, description
    for explained in sentence.edits:
        yield from _failures_of_edit(sentence.source, explained)


def _failures_of_edit(
    source: str, explained: ExplainedEdit
) -> Iterator[tuple[str, str]]:
    # Intervals count characters without white space.
    source = CHINESE.unspaced(source)
    original = CHINESE.unspaced(explained.original)
    correction = CHINESE.unspaced(correction_of(explained.edit))
    shown = f"{original} → {correction}"
    if original == correction:
        yield UNCHANGING, shown
    if original not in source:
        yield FOREIGN_WORDS, shown
    elif original != source[explained.edit.start : explained.edit.end]:
        yield OTHER_SOURCE_CONTENT, shown


@functools.cache
def _shown_texts() -> set[str]:
    """Corrections and descriptions of the examples that prompts show."""
    texts = set()
    for sentence in (*examples(), *map(demonstration, LABELS)):
        texts.add(sentence.target)
        texts.update(edit.explanation.description for edit in sentence.edits)
    return texts
