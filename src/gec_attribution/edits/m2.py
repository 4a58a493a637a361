"""M2 (Dahlmeier and Ng 2012), the file of edits between the stages."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from pathlib import Path

from gec_attribution.edits.model import (
    AnnotatedSentence,
    Edit,
    apply_edits,
    m2_text,
    m2_tokens,
    misplaced,
)
from gec_attribution.errors import InputError
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.text import iter_lines


def read_m2(path: str | Path) -> Iterator[AnnotatedSentence]:
    """The sentences of an M2 file (Dahlmeier and Ng 2012), one at a time.

    Files are as ERRANT writes them, or those of CoNLL-2014. A coder's edits are sorted by
    (start, end). A `noop` is an empty tuple of edits; a coder without any line in a sentence is
    absent from its `coders`. As in ERRANT, a correction is one text: `||` in it does not separate
    alternatives.

    Raises:
        InputError: a line is not M2, or an edit is outside its sentence or overlaps another one of
            its coder; names file and line. Raised when that line is reached.
    """
    return (sentence for _, sentence in sentences_by_line(path))


def sentences_by_line(path: str | Path) -> Iterator[tuple[int, AnnotatedSentence]]:
    """The sentences of `read_m2`, each after the line, from 1, in which it begins."""
    annotations: list[tuple[int, str]] = []
    source, begin = None, 0
    for number, line in enumerate(chain(iter_lines(path), ["S "]), start=1):
        if line == "S" or line.startswith("S "):
            if source is not None:
                yield begin, _annotate(source, annotations, path)
            source, begin, annotations = line[2:], number, []
        elif line.startswith("A ") and source is not None:
            annotations.append((number, line))
        elif line.strip():
            raise InputError(
                f"{path}:{number}: a line of an M2 file starts with 'S ' (a sentence) or, after "
                f"one, with 'A ' (an edit); found {line[:40]!r}"
            )


def write_m2(
    path: str | Path, sentences: Iterable[AnnotatedSentence], corrected: str | Path | None = None
) -> None:
    """Write sentences so that `read_m2` gives them back equal.

    Errors name `corrected`, the file with the corrected sentences, one a line.

    Raises:
        InputError: a sentence or an edit is one that M2 cannot hold, or an edit is misplaced.
    """
    with (
        write_atomically(path) as temporary,
        temporary.open("w", encoding="utf-8", newline="\n") as file,
    ):
        for number, sentence in enumerate(sentences, start=1):
            try:
                file.write(_format_sentence(sentence))
            except InputError as error:
                place = f"{corrected}:{number}" if corrected else f"{path}: sentence {number}"
                raise InputError(f"{place}: {error}") from error


def edits_of(path: str | Path) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """Source and edits of each sentence in a system's M2 file, which has one coder, 0.

    Raises:
        InputError: as `read_m2`; or there is another coder, or no sentence.
    """
    return ((source, edits) for _, source, edits in edits_by_line(path))


def edits_by_line(path: str | Path) -> Iterator[tuple[int, str, tuple[Edit, ...]]]:
    """The sentences of `edits_of`, each after the line, from 1, in which it begins."""
    line = None
    for line, sentence in sentences_by_line(path):
        if not sentence.coders.keys() <= {0}:
            raise InputError(
                f"{path}:{line}: the sentence has edits of coders {sorted(sentence.coders)}; "
                "a system's M2 file has one coder, 0"
            )
        yield line, sentence.source, sentence.coders.get(0, ())
    if line is None:
        raise InputError(f"{path}:1: there are no sentences in it")


def read_references(paths: Iterable[str | Path]) -> list[list[tuple[Edit, ...]]]:
    """The references of each line: all coders of all files, in the order of the files.

    Raises:
        InputError: the files differ in length, or a line has no reference.
    """
    paths = list(paths)
    lines = []
    for number, line in enumerate(zip_longest(*map(read_m2, paths)), start=1):
        if None in line:
            lengths = ", ".join(f"{path} has {len(list(read_m2(path)))}" for path in paths)
            raise InputError(f"references must have a sentence for each source: {lengths}")
        lines.append([edits for sentence in line for _, edits in sorted(sentence.coders.items())])
        if not lines[-1]:
            raise InputError(f"{', '.join(map(str, paths))}: sentence {number} has no reference")
    return lines


def _format_sentence(sentence: AnnotatedSentence) -> str:
    """The block of one sentence, with the empty line that ends it."""
    if "\n" in sentence.source or sentence.source.endswith("\r"):
        raise InputError("a source is one line of text")
    lines = [f"S {sentence.source}"]
    for coder, edits in sentence.coders.items():
        apply_edits(m2_tokens(sentence.source), edits)
        if not edits:
            lines.append(f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{coder}")
        for edit in edits:
            line = (
                f"A {edit.start} {edit.end}|||{edit.type}|||{edit.correction}"
                f"|||REQUIRED|||-NONE-|||{coder}"
            )
            if edit.correction == "-NONE-":
                raise InputError(
                    f"the correction of tokens {edit.start} to {edit.end} is -NONE-, by which M2 "
                    "means that there is none; change it in the corrected sentence"
                )
            unfit = edit.type == "noop" or not _is_type(edit.type) or "\n" in line
            if unfit or _parse_annotation(line) != (coder, edit):
                raise InputError(f"M2 cannot hold {edit}")
            lines.append(line)
    return "\n".join(lines) + "\n\n"


def _annotate(
    source: str, annotations: Sequence[tuple[int, str]], path: str | Path
) -> AnnotatedSentence:
    """One sentence from its `A` lines, given with their line numbers."""
    coders: dict[int, list[tuple[Edit, int]]] = {}
    for number, line in annotations:
        try:
            coder, edit = _parse_annotation(line)
        except ValueError as error:
            raise InputError(
                f"{path}:{number}: an edit is 'A start end|||type|||correction|||REQUIRED|||"
                f"-NONE-|||coder', its type a printable word; {error}; found {line[:80]!r}"
            ) from error
        edits = coders.setdefault(coder, [])
        if edit.type != "noop":
            edits.append((edit, number))
    length = len(m2_tokens(source))
    for edits in coders.values():
        edits.sort(key=lambda item: (item[0].start, item[0].end))
        position = 0
        for edit, number in edits:
            if not position <= edit.start <= edit.end <= length:
                raise InputError(f"{path}:{number}: {misplaced(edit, position, length)}")
            position = edit.end
    return AnnotatedSentence(
        source, {coder: tuple(edit for edit, _ in edits) for coder, edits in coders.items()}
    )


def _parse_annotation(line: str) -> tuple[int, Edit]:
    # The correction is cut out from both sides, since it is the one field that may contain '|||'.
    span, error_type, rest = line.removeprefix("A ").split("|||", 2)
    correction, _required, _comment, coder = rest.rsplit("|||", 3)
    if not _is_type(error_type):
        raise ValueError(f"{error_type!r} is not a type")
    start, end = map(_number, span.split())
    is_noop = error_type == "noop"
    if is_noop and (start, end) != (-1, -1):
        raise ValueError("a noop is at -1 -1")
    if correction.strip() == "-NONE-" and not is_noop:
        raise ValueError("-NONE- is the correction of a noop; that of a deletion is empty")
    # A corpus has few distinct corrections and types; interning keeps each in memory once.
    correction, error_type = map(sys.intern, (m2_text(m2_tokens(correction)), error_type))
    return _number(coder), Edit(start, end, correction, error_type)


def _number(text: str) -> int:
    """A number in ASCII digits; `int` would read those of every script."""
    if not re.fullmatch("-?[0-9]{1,9}", text):
        raise ValueError(f"{text[:20]!r} is no number in the digits 0 to 9")
    return int(text)


def _is_type(text: str) -> bool:
    """Whether figures and tables can show it, and tell an edit by it."""
    return not text.isspace() and text != "" and text.isprintable()
