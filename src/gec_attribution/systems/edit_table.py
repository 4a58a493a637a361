"""Corrections that annotators made of short phrases, and how often each was made."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gec_attribution.edits.model import Edit, m2_text
from gec_attribution.errors import ModelError
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.files import write_atomically
from gec_attribution.systems.confusion_sets import cased

# The most tokens of a phrase or of its correction.
MAX_TOKENS = 3
# Corrections that annotators made less often than this, of all times they read the phrase.
MIN_SHARE = 0.01

References = Sequence[Sequence[Edit]]


@dataclass(frozen=True)
class EditTable:
    """What phrases were corrected to.

    Nothing can be looked up where a word was inserted, so an insertion is kept twice: as a
    correction of the token before it, and of the token after it.

    Attributes:
        occurrences: how often each phrase was read, once for every annotator of its sentence.
        corrections: for each phrase, how often each correction was made.
    """

    occurrences: Mapping[str, int]
    corrections: Mapping[str, Mapping[str, int]]

    def edits(self, tokens: Sequence[str]) -> dict[Edit, tuple[int, int]]:
        """Edits of a sentence that the table suggests, with type `table`.

        Returns:
            For each edit how often its phrase was so corrected, and how often it was read; where
            several phrases suggest an edit, those of the largest share.
        """
        suggested: dict[Edit, tuple[int, int]] = {}
        for start, end in _spans(tokens):
            phrase = _phrase(tokens, start, end)
            for correction, count in self.corrections.get(phrase, {}).items():
                text = correction if start else cased(correction, tokens[0])
                edit = _smallest(tokens, start, end, ENGLISH.tokenize(text))
                counts = (count, self.occurrences[phrase])
                if edit not in suggested or _share(counts) > _share(suggested[edit]):
                    suggested[edit] = counts
        return suggested

    def save(self, path: str | Path) -> None:
        """Write the table as JSON, one line per phrase."""
        lines = [
            json.dumps(
                [phrase, self.occurrences[phrase], self.corrections[phrase]], ensure_ascii=False
            )
            for phrase in sorted(self.corrections)
        ]
        with write_atomically(path) as temporary:
            temporary.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def load_table(path: str | Path) -> EditTable:
    """The table in a file.

    Raises:
        ModelError: it is missing or no such table.
    """
    try:
        rows = json.loads(Path(path).read_text(encoding="utf-8"))
        return EditTable(
            {phrase: int(occurrences) for phrase, occurrences, _ in rows},
            {phrase: dict(corrections) for phrase, _, corrections in rows},
        )
    except (OSError, ValueError, TypeError) as error:
        raise ModelError(f"{path}: is not a table of edits: {error}") from error


def learn_table(
    sentences: Iterable[tuple[Sequence[str], References]], min_sentences: int = 2
) -> EditTable:
    """The table of all corrections made in at least `min_sentences` different sentences.

    Args:
        sentences: tokenised sources, and the edits of each of their references.
        min_sentences: fewer may give away a sentence, and say little of any other.
    """
    sentences = list(sentences)
    support: defaultdict[tuple[str, str], Counter[tuple[str, ...]]] = defaultdict(Counter)
    for tokens, references in sentences:
        for edits in references:
            for phrase, correction in {
                pair for edit in edits for pair in _phrase_pairs(tokens, edit)
            }:
                support[phrase, correction][tuple(tokens)] += 1
    occurrences: Counter[str] = Counter()
    for tokens, references in sentences:
        for start, end in _spans(tokens):
            occurrences[_phrase(tokens, start, end)] += len(references)
    corrections: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for (phrase, correction), counted in sorted(support.items()):
        often = counted.total() >= MIN_SHARE * occurrences[phrase]
        if often and len(counted) >= min_sentences:
            corrections[phrase][correction] = counted.total()
    return EditTable({phrase: occurrences[phrase] for phrase in corrections}, dict(corrections))


def _phrase_pairs(tokens: Sequence[str], edit: Edit) -> Iterator[tuple[str, str]]:
    """The short phrases that an edit corrects, with their corrections."""
    new = edit.tokens
    spans = [(edit.start, edit.end, new)]
    if edit.start == edit.end:
        spans = []
        if edit.start > 0:
            spans.append((edit.start - 1, edit.end, [tokens[edit.start - 1], *new]))
        if edit.end < len(tokens):
            spans.append((edit.start, edit.end + 1, [*new, tokens[edit.end]]))
    for start, end, words in spans:
        if end - start <= MAX_TOKENS and len(words) <= MAX_TOKENS and edit.corrects:
            phrase = _phrase(tokens, start, end)
            # A capital that the phrase had, too, is that of the sentence's beginning.
            capital = start == 0 and words and tokens[0][:1].isupper() and phrase[0].islower()
            opening = [_uncapitalised(words[0])] if capital else list(words[:1])
            correction = m2_text([*opening, *words[1:]])
            if phrase != correction:
                yield phrase, correction


def _phrase(tokens: Sequence[str], start: int, end: int) -> str:
    """The tokens of a span, without the capital of a sentence's beginning."""
    words = list(tokens[start:end])
    if start == 0:
        words[0] = _uncapitalised(words[0])
    return m2_text(words)


def _uncapitalised(word: str) -> str:
    return word.lower() if word[1:].islower() else word


def _spans(tokens: Sequence[str]) -> Iterator[tuple[int, int]]:
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + MAX_TOKENS, len(tokens)) + 1):
            yield start, end


def _smallest(tokens: Sequence[str], start: int, end: int, new: list[str]) -> Edit:
    """The edit of a span, without the tokens that it leaves as they are at either side."""
    while new and start < end and tokens[start] == new[0]:
        start, new = start + 1, new[1:]
    while new and start < end and tokens[end - 1] == new[-1]:
        end, new = end - 1, new[:-1]
    return Edit(start, end, m2_text(new), "table")


def _share(counts: tuple[int, int]) -> float:
    return counts[0] / counts[1]
