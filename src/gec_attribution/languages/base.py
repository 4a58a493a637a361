"""Base of languages, and the common part of all extractors of edits."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple

from gec_attribution.edits.chunks import common_start, edit_type
from gec_attribution.edits.model import Edit, apply_edits, m2_text
from gec_attribution.errors import InputError
from gec_attribution.languages.plain_text import Span, Written, as_written, token_spans
from gec_attribution.plugins.code import class_digest
from gec_attribution.storage.parts import tracked

Tokens = tuple[str, ...]

MAX_TOKENS = 2000
"""The most tokens of a sentence whose edits are extracted: time and memory grow quadratically."""

MAX_CHARACTERS = 100_000
"""The most characters of any sentence, however few tokens they are."""

PAIRS_AT_ONCE = 2**13
"""Pairs of sentences that are analysed together, which bounds the memory that it takes."""

logger = logging.getLogger(__name__)


class Language(ABC):
    """Rules by which sentences of a data set are cut into tokens and put together again.

    For every text, `tokenize(join(tokenize(text))) == tokenize(text)`. No token is empty or holds
    white space, which separates tokens in M2. A language object loads nothing.

    Attributes:
        code: its code, as in `en`.
        annotation: rules by which corrections are evaluated: `errant` or `cherrant`.
        is_explained: whether explainers say in words what is wrong in its sentences.
        reads_spacy: whether its extractor reads spaCy pipelines.
        keeps_edits: whether references in M2 keep their own edits and types; otherwise the
            extractor finds them anew, as it finds those of systems.
    """

    code: str
    annotation: ClassVar[Literal["errant", "cherrant"]] = "errant"
    is_explained: ClassVar[bool] = False
    reads_spacy: ClassVar[bool] = False
    keeps_edits: ClassVar[bool] = False

    def tokenize(self, text: str) -> list[str]:
        """The tokens of a sentence, with which the spans of edits count; by default between spaces.

        Any white space of Unicode counts as a space.
        """
        return text.split()

    def join(self, tokens: Iterable[str]) -> str:
        """The text of tokens: what a system corrects, a metric scores and a reader reads.

        By default one space stands between them.
        """
        return " ".join(tokens)

    @property
    def is_spaced(self) -> bool:
        """Return whether a space separates tokens, so that ordinary text has to be tokenised."""
        return self.join(("a", "b")) == "a b"

    def normalise(self, text: str) -> str:
        """The text as its tokens give it: in English one space between them, in Chinese none."""
        return self.join(self.tokenize(text))

    def bare(self, tokens: Iterable[str], /) -> list[str]:
        """Tokens without marks of spaces, which a language may put in them; by default as given."""
        return list(tokens)

    def spaced(
        self, _tokens: Sequence[str], edits: Iterable[Edit], /
    ) -> tuple[Edit, ...]:
        """Edits of tokens, marked as `tokenize` marks spaces, where whoever made them knows none.

        By default tokens have no such marks.
        """
        return tuple(edits)

    def with_spaces_of(self, _source: str, corrected: str, /) -> str:
        """A correction from a file without spaces between words, with those of its source.

        By default spaces stand between all tokens, in every file.
        """
        return corrected

    def spans(self, tokens: Iterable[str], text: str) -> list[Span]:
        """Place of each token in a text."""
        return token_spans(self.bare(tokens), text)

    def is_foreign(self, _text: str, /) -> bool:
        """Return whether a text is plainly of another language; by default that is never known."""
        return False

    def stuck_tokens(self, _text: str, /) -> list[str]:
        """Tokens that end in punctuation they should be separate from, as `home,` does.

        Many of them show that a text is as people write it; by default there are none.
        """
        return []

    def found_pipeline(self, pipeline: str | Path) -> str | Path:
        """Pipeline that a name stands for on this machine; by default the name itself."""
        return pipeline

    def from_plain_text(self, text: str, source: str | None = None) -> str:  # noqa: ARG002
        """Text as people write it, with the tokens that the corpora of the language have.

        Without white space, its characters are those of the text.

        Args:
            text: the text.
            source: its source, as people write it; common text is cut alike.
        """
        return self.normalise(text)

    def to_plain_text(self, corrected: str, text: str) -> str:
        """A correction as people write it, its words and spaces as they were where it kept them.

        Args:
            corrected: a correction of `from_plain_text(text)`.
            text: its source as it was written.
        """
        tokens = self.tokenize(corrected)
        source = self.tokenize(self.from_plain_text(text))
        ordinary, spans = self.ordinary(tokens)
        written = Written(source, text, self.spans(source, text))
        return as_written(Written(tokens, ordinary, spans), written)

    def ordinary(self, tokens: Sequence[str]) -> tuple[str, list[Span]]:
        """Tokens as people would write them, and where in that text each of them is."""
        text = self.join(tokens)
        return text, self.spans(tokens, text)

    def searched(self, tokens: Sequence[str]) -> str:
        """Tokens as readers who search for them may write them, beside the tokens joined."""
        text, _ = self.ordinary(tokens)
        return text

    @abstractmethod
    def extractor(self, pipeline: str | Path = "auto") -> "Extractor":
        """Extractor of this language's edits; it may load models. See `load_extractor`."""


class Extracted(NamedTuple):
    """The tokens of a source with the edits, in order, that turn it into its hypothesis.

    Where they are not aligned (`can_align`), all that differs is one edit.
    """

    source: Tokens
    edits: tuple[Edit, ...]
    is_aligned: bool = True


class Extractor(ABC):
    """Finds the edits between sources and hypotheses; subclasses say how.

    A subclass gives `language`, `find_edits` and `signature`; the edits are checked here.
    """

    language: Language

    @abstractmethod
    def signature(self) -> dict[str, str]:
        """Name and version of everything that moves the edits, as found on this machine.

        A choice such as `auto` is resolved to what it found.
        """

    def identity(self) -> dict[str, str]:
        """`signature`, and the digest of the code that finds the edits."""
        return {**self.signature(), "code": class_digest(type(self))}

    @abstractmethod
    def find_edits(
        self, pairs: Sequence[tuple[Tokens, Tokens]]
    ) -> Iterable[Iterable[Edit]]:
        """The edits of each pair of tokenised sentences, in the order of the pairs.

        The pairs are distinct, and the two sentences of a pair are not equal. The edits of a pair
        stand in the order of `apply_edits`, do not overlap, and turn the first sentence into the
        second. Their types can be written in M2: printable, more than white space, not `noop`. The
        tokens of corrections are separated by one space (`m2_text`).
        """

    def can_align(self, _source: Tokens, _hypothesis: Tokens, /) -> bool:
        """Return whether finding the edits of a pair takes bearable time; by default always.

        Any other pair has one edit, from the first token that differs to the last.
        """
        return True

    def classify(
        self, corrections: Iterable[tuple[Tokens, Sequence[Edit]]]
    ) -> Iterator[tuple[Edit, ...]]:
        """Edits that others found, with types; by default those of `chunks.edit_type`.

        Args:
            corrections: the tokens of each source, and the edits that turn it into its hypothesis.
        """
        for source, edits in corrections:
            typed = []
            for edit in edits:
                error_type = edit_type(source[edit.start : edit.end], edit.tokens)
                typed.append(replace(edit, type=error_type))
            yield tuple(typed)

    def extract(
        self,
        pairs: Iterable[tuple[str, str]],
        *,
        first: int = 1,
        progress: bool | None = None,
    ) -> list[tuple[Edit, ...]]:
        """The edits that turn each source into its hypothesis.

        Only the language tokenises sentences. An insertion may occur twice at one place; a game
        joins such edits (`edits.model.joined`).

        Args:
            pairs: sources and hypotheses.
            first: the number of the first pair, for error messages.
            progress: whether to show a progress bar on standard error; None shows one on a
                terminal.

        Returns:
            One tuple of edits per pair, such that `apply_edits` gives the hypothesis' tokens.

        Raises:
            InputError: a sentence is no text, or too long; or the edits found for a pair do not
                give its hypothesis.
        """
        pairs = list(pairs)
        extracted = self.iter_extract(pairs, first=first)
        shown = tracked(extracted, "extracting edits", progress, total=len(pairs))
        return [one.edits for one in shown]

    def iter_extract(
        self, pairs: Iterable[tuple[str, str]], *, first: int = 1
    ) -> Iterator[Extracted]:
        """Results of `extract` with their alignment; pairs are read `PAIRS_AT_ONCE` at a time."""
        tokenize = self.language.tokenize
        remaining = iter(pairs)
        while batch := list(islice(remaining, PAIRS_AT_ONCE)):
            tokenised = []
            for number, (source, hypothesis) in enumerate(batch, start=first):
                pair = tuple(tokenize(source)), tuple(tokenize(hypothesis))
                _check_readable(pair, number)
                tokenised.append(pair)
            yield from self._extract(tokenised, first)
            first += len(batch)

    def _extract(
        self, tokenised: Sequence[tuple[Tokens, Tokens]], first: int
    ) -> Iterator[Extracted]:
        aligned = []
        apart = []
        for source, hypothesis in dict.fromkeys(tokenised):
            if source == hypothesis:
                continue
            if self.can_align(source, hypothesis):
                aligned.append((source, hypothesis))
            else:
                apart.append((source, hypothesis))
        edits: dict[tuple[Tokens, Tokens], tuple[Edit, ...]] = {}
        for pair, found in zip(aligned, self.find_edits(aligned), strict=True):
            edits[pair] = _checked(pair, tuple(found))
        untyped = [
            (source, [_whole_edit(source, hypothesis)]) for source, hypothesis in apart
        ]
        edits.update(zip(apart, self.classify(untyped), strict=True))
        for number, pair in enumerate(tokenised, start=first):
            pair_edits = edits.get(pair, ())
            is_aligned = pair not in apart
            if not is_aligned:
                logger.warning(
                    "sentence %d: source and hypothesis are too long and too different to be "
                    "aligned: %d tokens become %d as one edit; cut them into sentences, or bring "
                    "edits of your own (M2)",
                    number,
                    pair_edits[0].end - pair_edits[0].start,
                    len(pair_edits[0].tokens),
                )
            yield Extracted(pair[0], pair_edits, is_aligned)


def too_long(characters: int) -> str:
    """Error text for a sentence of more than `MAX_CHARACTERS`."""
    return (
        f"has {characters:,} characters; a sentence has at most {MAX_CHARACTERS:,}, so cut it into "
        "sentences"
    )


def _check_readable(pair: tuple[Tokens, Tokens], number: int) -> None:
    for name, tokens in zip(("source", "hypothesis"), pair, strict=True):
        try:
            m2_text(tokens).encode()
        except UnicodeEncodeError as error:
            character = error.object[error.start]
            raise InputError(
                f"sentence {number}: the {name} has half a character, {character!r}; use UTF-8"
            ) from error
        characters = sum(map(len, tokens))
        if characters > MAX_CHARACTERS:
            raise InputError(f"sentence {number}: the {name} {too_long(characters)}")
        if pair[0] != pair[1] and len(tokens) > MAX_TOKENS:
            raise InputError(
                f"sentence {number}: the {name} has {len(tokens)} tokens; edits are sought among "
                f"at most {MAX_TOKENS}, so cut it into sentences"
            )


def _whole_edit(source: Tokens, hypothesis: Tokens) -> Edit:
    """The edit, without a type, from the first token that differs to the last."""
    before = common_start(source, hypothesis)
    after = common_start(source[before:][::-1], hypothesis[before:][::-1])
    correction = m2_text(hypothesis[before : len(hypothesis) - after])
    return Edit(before, len(source) - after, correction, "")


def _checked(pair: tuple[Tokens, Tokens], edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """The edits as they are, if they turn the pair's source into its hypothesis."""
    source, hypothesis = pair
    if tuple(apply_edits(source, edits)) != hypothesis:
        raise InputError(
            f"the edits extracted for the source {m2_text(source)!r} do not give its hypothesis "
            f"{m2_text(hypothesis)!r}: {edits}"
        )
    return edits
