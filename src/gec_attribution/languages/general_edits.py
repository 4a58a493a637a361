"""Edits of any language: ERRANT's alignment, with rules that know no language.

The rules are those of ERRANT (Bryant et al. 2017) without what is said of English: possessives,
its word list, its verb forms and its fine tags. Universal parts of speech and lemmas count where a
trained pipeline gives them.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import spacy
from errant.alignment import Alignment
from errant.annotator import Annotator
from errant.edit import Edit as ErrantEdit
from rapidfuzz.distance import Indel
from spacy.language import Language as SpacyPipeline
from spacy.tokens import Doc, Token

from gec_attribution.languages.annotated import (
    AnnotatedExtractor,
    load_pipeline,
    pipeline_name,
)
from gec_attribution.languages.base import Language
from gec_attribution.storage.files import sha256_of_file
from gec_attribution.storage.text import read_lines

# Neither names nor clauses are read.
_UNREAD = ("ner", "parser", "senter")
_CONTENT = frozenset(("ADJ", "ADV", "AUX", "NOUN", "VERB"))
_VERBAL = frozenset(("AUX", "PART", "VERB"))
_UNKNOWN = frozenset(("X", ""))
# Words are alike from this share of common characters on, as in ERRANT.
_ALIKE = 0.75
# A misspelt word has at least this share of characters in common with its correction, as in ERRANT.
_SPELT_ALIKE = 0.5
_APART = re.compile("['’ʼ‐-]")


class GeneralExtractor(AnnotatedExtractor):
    """ERRANT's alignment, and types made of an operation and a kind.

    The operation is `M` (missing), `U` (unnecessary) or `R` (replaced). The kind is `ORTH` (case,
    white space, hyphens), `WO` (order of words), `PUNCT`, `SPELL` (a word that is not in the user's
    list, but its correction), `MORPH` (other form of a lemma), a universal part of speech, or
    `OTHER`. Lemmas and parts of speech are those of a trained pipeline.

    Args:
        language: the language.
        pipeline: a trained spaCy pipeline, a package or a folder; `auto` for the first that is
            installed for the language, else none; or a file of words, one a line, beside that.

    Raises:
        ModelError: the pipeline cannot be loaded.
    """

    def __init__(self, language: Language, pipeline: str | Path = "auto") -> None:
        found = language.found_pipeline(pipeline)
        self._words = "none"
        known_words = None
        words = Path(pipeline)
        if words.is_file():
            self._words = f"{words.name}-{sha256_of_file(words)[:16]}"
            known_words = frozenset(map(str.lower, read_lines(words)))
        if found == "auto":
            identity = "none"
            nlp = spacy.blank("xx")
            nlp.add_pipe(_CHARACTERS)
        else:
            nlp = load_pipeline(found, _UNREAD)
            identity = pipeline_name(nlp, found if Path(found).is_dir() else None)
        annotator = Annotator(language.code, nlp, Merger(), Classifier(known_words))
        super().__init__(language, nlp, identity, annotator)

    def signature(self) -> dict[str, str]:
        """Versions of ERRANT and spaCy, and identities of the pipeline and the list of words."""
        return {**super().signature(), "words": self._words}


_CHARACTERS = "gec_attribution_characters"


@SpacyPipeline.component(_CHARACTERS)
def read_characters(doc: Doc) -> Doc:
    """Part of speech by characters alone: punctuation, number or unknown; the lemma is the word."""
    for token in doc:
        token.pos_ = _part_of_speech(token.text)
        token.lemma_ = token.lower_
    return doc


def _part_of_speech(word: str) -> str:
    if _is_punctuation(word):
        return "PUNCT"
    if word[0].isdigit():
        return "NUM"
    return "X"


def _is_punctuation(word: str) -> bool:
    return all(unicodedata.category(character)[0] == "P" for character in word)


class Step(NamedTuple):
    """One operation of an alignment, or several as one (`X`).

    Attributes:
        operation: `M` (match), `S` (substitution), `D`, `I`, or `T` with a number (transposition).
        start: its first token in the source.
        end: the token after its last one.
        corrected_start: its first token in the correction.
        corrected_end: the token after its last one there.
    """

    operation: str
    start: int
    end: int
    corrected_start: int
    corrected_end: int


class Merger:
    """Rules by which neighbouring operations of an alignment are one edit or several."""

    def get_rule_edits(self, alignment: Alignment) -> list[ErrantEdit]:
        """The edits of an alignment in order, as ERRANT's annotator asks for them."""
        steps: list[Step] = []
        for kind, group in groupby(map(Step._make, alignment.align_seq), _kind_of_run):
            if kind == "T":
                steps += group
            elif kind != "M":
                steps += _Run(alignment).merged(list(group))
        return [ErrantEdit(alignment.orig, alignment.cor, step[1:]) for step in steps]


def _kind_of_run(step: Step) -> str:
    """`M` and `T` as they are; deletions, insertions and substitutions are a run together."""
    kind = step.operation[0]
    if kind in "MT":
        return kind
    return "run"


class _Run:
    """Merging of the operations between two matches, by the tokens of both sentences."""

    def __init__(self, alignment: Alignment) -> None:
        self._source: Doc = alignment.orig
        self._corrected: Doc = alignment.cor

    def merged(self, steps: list[Step]) -> list[Step]:
        """The steps, some of them as one."""
        if len(steps) < 2:
            return steps
        operations = {step.operation for step in steps}
        if operations in ({"D"}, {"I"}):
            return [_as_one(steps)]
        has_content = False
        for first, last in _ranges(len(steps)):
            part = steps[first : last + 1]
            if all(step.operation != "S" for step in part):
                continue
            before, after = self._tokens(part)
            one = _range_of_one_edit(first, last, before, after)
            if one is not None:
                start, last_of_one = one
                end = last_of_one + 1
                one_edit = _as_one(steps[start:end])
                return [
                    *self.merged(steps[:start]),
                    one_edit,
                    *self.merged(steps[end:]),
                ]
            is_last = last == len(steps) - 1
            if last - first == 1 and _are_two_edits(
                part, before, after, is_last=is_last
            ):
                return [*self.merged(steps[:last]), *self.merged(steps[last:])]
            has_content |= any(map(_is_content, (*before, *after)))
        if has_content:
            return [_as_one(steps)]
        return steps

    def _tokens(self, steps: Sequence[Step]) -> tuple[list[Token], list[Token]]:
        whole = _as_one(steps)
        before = list(self._source[whole.start : whole.end])
        after = list(self._corrected[whole.corrected_start : whole.corrected_end])
        return before, after


def _range_of_one_edit(
    first: int, last: int, before: Sequence[Token], after: Sequence[Token]
) -> tuple[int, int] | None:
    """First and last step of those that are one edit; None where no rule says so.

    Args:
        first: the first step of a range of a run.
        last: its last step.
        before: the range's tokens in the source.
        after: those in the correction.
    """
    if before[-1].lower == after[-1].lower:
        # A word that begins the run and lost or got a capital letter: `Cat` → `The big cat`.
        if first == 0 and _lost_first_place(before, after):
            return first, last
        # A stop and the capital letter after it: `, we` → `. We`.
        if _follows_punctuation(before) or _follows_punctuation(after):
            return last - 1, last
    is_spacing = _letters(before) == _letters(after)
    is_phrase = len(before) != len(after) and _is_one_phrase(before, after)
    if is_spacing or is_phrase:
        return (first, last)
    return None


def _follows_punctuation(tokens: Sequence[Token]) -> bool:
    """Return whether there is punctuation before the last token."""
    return len(tokens) > 1 and _is_punctuation(tokens[-2].text)


def _are_two_edits(
    steps: Sequence[Step],
    before: Sequence[Token],
    after: Sequence[Token],
    *,
    is_last: bool,
) -> bool:
    """Return whether a rule says that two steps are two edits.

    Args:
        steps: the two steps.
        before: their tokens in the source.
        after: those in the correction.
        is_last: whether they are the last ones of their run.
    """
    first, second = steps
    if len(before) == len(after) == 2:
        return True
    if first.operation == "S" and _are_alike(before[0], after[0]):
        return True
    if second.operation == "S" and _are_alike(before[-1], after[-1]):
        return True
    return is_last and _ends_in_determiner(second, before, after)


def _ranges(number: int) -> Iterator[tuple[int, int]]:
    """First and last of each range of at least two steps; the longest ranges come first."""
    for length in range(number, 1, -1):
        for first in range(number - length + 1):
            yield first, first + length - 1


def _as_one(steps: Sequence[Step]) -> Step:
    first = steps[0]
    last = steps[-1]
    return Step("X", first.start, last.end, first.corrected_start, last.corrected_end)


def _lost_first_place(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Return whether one side is a word alone, and the other begins with a capital letter."""
    is_inserted = len(before) == 1 and after[0].text[0].isupper()
    is_deleted = len(after) == 1 and before[0].text[0].isupper()
    return is_inserted or is_deleted


def _letters(tokens: Iterable[Token]) -> str:
    """The characters without spaces, hyphens, apostrophes and case."""
    text = "".join(token.lower_ for token in tokens)
    return _APART.sub("", text)


def _is_one_phrase(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Return whether all tokens have one part of speech, or are verbs and their particles."""
    kinds = {token.pos_ for token in (*before, *after)}
    is_known = _UNKNOWN.isdisjoint(kinds)
    return is_known and (len(kinds) == 1 or kinds <= _VERBAL)


def _are_alike(word: Token, other_word: Token) -> bool:
    return Indel.normalized_similarity(word.text, other_word.text) > _ALIKE


def _ends_in_determiner(
    step: Step, before: Sequence[Token], after: Sequence[Token]
) -> bool:
    is_in_source = step.operation in "DS" and before[-1].pos_ == "DET"
    is_in_correction = step.operation in "IS" and after[-1].pos_ == "DET"
    return is_in_source or is_in_correction


def _is_content(token: Token) -> bool:
    if token.pos_ in _UNKNOWN:
        return token.text.isalpha()
    return token.pos_ in _CONTENT


class Classifier:
    """Types of edits, as ERRANT's annotator asks for them.

    Args:
        words: the words that are spelt right, in small letters; None where there is no list.
    """

    def __init__(self, words: frozenset[str] | None = None) -> None:
        self._words = words

    def classify(self, edit: ErrantEdit) -> ErrantEdit:
        """The edit with its type."""
        before = list(edit.o_toks)
        after = list(edit.c_toks)
        if not before:
            edit.type = f"M:{_kind_of(after)}"
        elif not after:
            edit.type = f"U:{_kind_of(before)}"
        else:
            edit.type = f"R:{self._kind_of_replacement(before, after)}"
        return edit

    def _kind_of_replacement(
        self, before: Sequence[Token], after: Sequence[Token]
    ) -> str:
        if _letters(before) == _letters(after):
            return "ORTH"
        words = sorted(token.lower for token in before)
        corrected_words = sorted(token.lower for token in after)
        if words == corrected_words:
            return "WO"
        # A stop may change the case of the word after it.
        if _words_of(before) == _words_of(after):
            return "PUNCT"
        if len(before) == len(after) == 1:
            (word,) = before
            (corrected,) = after
            if self._is_misspelt(word, corrected):
                return "SPELL"
            has_lemmas = (
                word.lemma_ != word.lower_ or corrected.lemma_ != corrected.lower_
            )
            if has_lemmas and word.lemma == corrected.lemma:
                return "MORPH"
        return _kind_of([*before, *after])

    def _is_misspelt(self, word: Token, corrected: Token) -> bool:
        words = self._words
        if words is None or word.lower_ in words or corrected.lower_ not in words:
            return False
        return (
            Indel.normalized_similarity(word.lower_, corrected.lower_) >= _SPELT_ALIKE
        )


def _words_of(tokens: Iterable[Token]) -> list[str]:
    """The tokens in small letters, without punctuation."""
    return [token.lower_ for token in tokens if not _is_punctuation(token.text)]


def _kind_of(tokens: Iterable[Token]) -> str:
    """The part of speech that all tokens have, if it is known; otherwise `OTHER`."""
    kinds = {"PUNCT" if _is_punctuation(token.text) else token.pos_ for token in tokens}
    kind = kinds.pop()
    is_known = not kinds and kind not in {"", "X", "SPACE", "SYM"}
    if is_known:
        return kind
    return "OTHER"
