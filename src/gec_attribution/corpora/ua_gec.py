"""UA-GEC, a corpus of Ukrainian corrections (Syvokon et al. 2023), as its wheel has it.

A document is annotated as `{error=>correction:::error_type=G/Case}`, once by each annotator. Beside
it are its sentences before and after correction, tokenised, a line each: line k corrects line k.
"""

import logging
import re
from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import accumulate, groupby, pairwise
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit, m2_text
from gec_attribution.languages.general import with_hyphens

_DATA = "ua_gec/data"
_ANNOTATION = re.compile(r"\{([^{]*?)=>([^{}]*?)(?::::error_type=([^{}]*?))?\}")
# Type of an edit that no annotation is about: the tokens of the correction are cut otherwise.
_UNTYPED = "Tokenisation"

logger = logging.getLogger(__name__)


class Stretch(NamedTuple):
    """A stretch of an annotated document, without white space.

    Attributes:
        before: its characters in the source.
        after: those in the correction.
        type: the annotator's type of the change; empty where nothing is annotated.
    """

    before: str
    after: str
    type: str = ""


class Line(NamedTuple):
    """A sentence and its edits by each annotator, None where they cannot be told."""

    source: tuple[str, ...]
    edits: tuple[tuple[Edit, ...] | None, ...]


def write_annotator(archive: ZipFile, part: str, path: Path) -> None:
    """Write the sentences of a part of the corpus as M2, with the edits of one annotator.

    Sentences are those whose edits by every annotator of the part can be told; the number of others
    is logged. They stand in the order of the digests of their tokens, so that the first ones are a
    sample of all documents, which depends on their content alone.

    Args:
        archive: the wheel.
        part: layer, partition and annotator, as in `gec-only/test/a1`.
        path: the file to write.
    """
    layer, partition, annotator = part.split("/")
    folder = f"{_DATA}/{layer}/{partition}"
    documents = _annotators_by_document(archive, f"{folder}/annotated/")
    annotators = sorted(set().union(*documents.values()))
    lines: list[Line] = []
    for document, coders in documents.items():
        if coders == annotators:
            lines += _lines_of(archive, folder, document, coders)
    kept = [line for line in lines if None not in line.edits]
    logger.info(
        "UA-GEC, %s/%s: sentences: %d; left out, for their edits cross a sentence's end: %d",
        layer,
        partition,
        len(kept),
        len(lines) - len(kept),
    )
    chosen = annotators.index(annotator)
    sentences = []
    for line in kept:
        edits = line.edits[chosen] or ()
        sentences.append(AnnotatedSentence(m2_text(line.source), {0: edits}))
    sentences.sort(key=lambda sentence: sha256(sentence.source.encode()).digest())
    write_m2(path, sentences)


def _annotators_by_document(archive: ZipFile, folder: str) -> dict[str, list[str]]:
    """The annotators of each document in a folder, sorted."""
    documents: dict[str, list[str]] = {}
    for name in sorted(archive.namelist()):
        if name.startswith(folder):
            file = name.removeprefix(folder)
            document, coder, _ = file.split(".")
            documents.setdefault(document, []).append(coder)
    return documents


def _lines_of(
    archive: ZipFile, folder: str, document: str, annotators: Sequence[str]
) -> Iterator[Line]:
    """The sentences of a document, with the edits of each annotator."""
    sources = _tokens(archive, folder, "source", f"{document}.src")
    edits = []
    for annotator in annotators:
        name = f"{document}.{annotator}"
        text = archive.read(f"{folder}/annotated/{name}.ann").decode()
        targets = _tokens(archive, folder, "target", name)
        edits.append(edits_of_lines(sources, targets, list(stretches(text))))
    for number, source in enumerate(sources):
        yield Line(tuple(source), tuple(of_annotator[number] for of_annotator in edits))


def _tokens(archive: ZipFile, folder: str, side: str, name: str) -> list[list[str]]:
    """The tokens of each sentence of a document; hyphenated words stay whole."""
    written = archive.read(f"{folder}/{side}-sentences/{name}.txt")
    tokenised = archive.read(f"{folder}/{side}-sentences-tokenized/{name}.txt")
    texts = written.decode().splitlines()
    tokenised_texts = tokenised.decode().splitlines()
    lines = []
    for text, tokens in zip(texts, tokenised_texts, strict=True):
        waiting = deque(tokens.split())
        line: list[str] = []
        for stretch in text.split():
            cut: list[str] = []
            while waiting and len("".join(cut)) < len(stretch):
                cut.append(waiting.popleft())
            line += with_hyphens(cut)
        lines.append([*line, *waiting])
    return lines


def stretches(annotated: str) -> Iterator[Stretch]:
    """The annotated and other stretches of a document in their order."""
    end = 0
    for match in _ANNOTATION.finditer(annotated):
        same = _without_space(annotated[end : match.start()])
        yield Stretch(same, same)
        before, after = map(_without_space, match.groups()[:2])
        yield Stretch(before, after, match[3] or _UNTYPED)
        end = match.end()
    same = _without_space(annotated[end:])
    yield Stretch(same, same)


def _without_space(text: str) -> str:
    # A line end within an annotation is written as a backslash and an n.
    return "".join(text.replace(r"\n", " ").split())


def edits_of_lines(
    sources: Sequence[Sequence[str]],
    targets: Sequence[Sequence[str]],
    annotated: Sequence[Stretch],
) -> list[tuple[Edit, ...] | None]:
    """The edits that turn the tokens of each line into those of its correction.

    An edit has all tokens of which an annotation changes a character, and its type; of several
    annotations within a token, that of the first.

    Args:
        sources: the tokens of each line.
        targets: those of its correction.
        annotated: the stretches of the document.

    Returns:
        For each line its edits, in order; None where an annotation crosses its beginning or end, or
        the document is another one than its lines.
    """
    nothing: list[tuple[Edit, ...] | None] = [None] * len(sources)
    if len(sources) != len(targets):
        return nothing
    before = "".join(stretch.before for stretch in annotated)
    after = "".join(stretch.after for stretch in annotated)
    if _joined(sources) != before or _joined(targets) != after:
        return nothing
    places = _Places(annotated)
    starts = zip(_starts(sources), _starts(targets), strict=True)
    edits: list[tuple[Edit, ...] | None] = []
    for source, target, (start, end) in zip(
        sources, targets, pairwise(starts), strict=True
    ):
        if all(after in places.in_correction(before) for before, after in (start, end)):
            edits.append(_edits(source, target, start, places))
        else:
            edits.append(None)
    return edits


def _joined(lines: Sequence[Sequence[str]]) -> str:
    return "".join("".join(line) for line in lines)


def _starts(lines: Sequence[Sequence[str]]) -> list[int]:
    """Number of characters before each line, and before the end."""
    lengths = (len("".join(line)) for line in lines)
    return list(accumulate(lengths, initial=0))


Place = tuple[int, int]
"""Number of characters of the source, and of the correction, that come before."""


class _Places:
    """Places common to a source and its correction, with the changes between them."""

    def __init__(self, annotated: Sequence[Stretch]) -> None:
        self._annotated = annotated
        # For each place in the source, the places in the correction that go with it, each with
        # the number of the stretch that follows.
        self._stretches: dict[int, dict[int, int]] = defaultdict(dict)
        before = 0
        after = 0
        for number, stretch in enumerate(annotated):
            # Within a change the texts have no place in common.
            common = 1 if stretch.type else max(1, len(stretch.before))
            for inside in range(common):
                self._stretches[before + inside][after + inside] = number
            before += len(stretch.before)
            after += len(stretch.after)
        self._stretches[before][after] = len(annotated) - 1

    def in_correction(self, before: int) -> Collection[int]:
        """Places in the correction that go with one in the source, in order."""
        return self._stretches.get(before, ())

    def type_between(self, start: Place, end: Place) -> str:
        """Type of the first annotation between two places."""
        first, last = (self._stretches[before][after] for before, after in (start, end))
        for stretch in self._annotated[first : last + 1]:
            if stretch.type:
                return stretch.type
        return _UNTYPED


def _edits(
    source: Sequence[str], target: Sequence[str], start: Place, places: _Places
) -> tuple[Edit, ...]:
    """The edits of a line that begins at a place."""
    ends = accumulate(map(len, source), initial=start[0])
    target_ends = accumulate(map(len, target), initial=start[1])
    target_numbers = {after: number for number, after in enumerate(target_ends)}
    edits: list[Edit] = []
    # Numbers of tokens up to the last place where both texts have the end of a token.
    first = 0
    target_first = 0
    for number, before in enumerate(ends):
        for after in places.in_correction(before):
            if after not in target_numbers:
                continue
            target_number = target_numbers[after]
            tokens = target[target_first:target_number]
            end = before, after
            if list(source[first:number]) != list(tokens):
                error_type = places.type_between(start, end)
                edits.append(Edit(first, number, m2_text(tokens), error_type))
            first = number
            target_first = target_number
            start = end
    return tuple(_joined_insertions(edits))


def _joined_insertions(edits: Sequence[Edit]) -> Iterator[Edit]:
    """Join insertions at one place into one, with the type of the first."""
    for _, group in groupby(edits, key=attrgetter("span")):
        same_place = list(group)
        correction = m2_text(edit.correction for edit in same_place)
        yield replace(same_place[0], correction=correction)
