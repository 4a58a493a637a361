"""Edits read from a file, M2 or people's judgements, in place of extracted ones."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.m2 import edits_by_line
from gec_attribution.edits.model import Edit, apply_edits, m2_text, m2_tokens
from gec_attribution.errors import InputError
from gec_attribution.languages.base import Extractor, Language
from gec_attribution.storage.text import part_of


def edits_identity(extractor: Extractor | None, *, given: bool) -> dict[str, str]:
    """Dependencies of edits that an extractor finds or classifies, or a file or caller gives."""
    identity = extractor.identity() if extractor else {}
    if given:
        identity["edits"] = "given"
    return identity


class EditFile(NamedTuple):
    """A file with edits.

    Attributes:
        path: the file.
        form: `m2`, or `judged`, whose edits have an empty type.
        lines: the part of the file to take, as in `storage.text.part_of`; None takes all.
        coder: the coder of an M2 file; None where it has only one.
    """

    path: str | Path
    form: str = "m2"
    lines: str | None = None
    coder: int | None = None


def read_edit_file(
    file: EditFile,
    language: Language,
    sources: Sequence[str] | None = None,
    corrected: Sequence[str] | None = None,
) -> list[tuple[str, tuple[Edit, ...]]]:
    """Source and edits of each sentence in a file.

    Args:
        file: the file.
        language: the language of its sentences.
        sources: the expected sentences; None checks nothing. Blank ones may follow in the file.
        corrected: the expected correction of each of `sources`; None checks nothing.

    Returns:
        The edits that correct something (`Edit.corrects`): together they make the hypothesis.

    Raises:
        InputError: the file is not in that form, its tokens are not those of the language, or its
            sentences are not `sources`, or not `corrected` with its edits; names file, line and
            the first token that differs.
    """
    located = part_of(list(_located(file)), file.lines, file.path)
    if sources is not None:
        while len(located) > len(sources) and not m2_tokens(located[-1][1]):
            located.pop()
        if len(located) != len(sources):
            raise InputError(
                f"{file.path}: sentences: {len(located)}, in the data set: {len(sources)}"
            )
    read = []
    for number, (place, source, file_edits) in enumerate(located):
        tokens = m2_tokens(source)
        edits = file_edits
        own_tokens = language.tokenize(language.join(tokens))
        _check(f"{place}: its edits count other tokens", language, tokens, own_tokens)
        if sources is not None:
            expected = language.tokenize(sources[number])
            problem = f"{place}: it is not the sentence of the data set"
            _check(problem, language, tokens, expected)
            if tokens != expected:
                tokens = expected
                edits = language.spaced(tokens, edits)
        if corrected is not None:
            made = language.tokenize(language.join(apply_edits(tokens, edits)))
            problem = f"{place}: its edits do not make the corrected sentence"
            _check(problem, language, made, language.tokenize(corrected[number]))
        read.append((m2_text(tokens), edits))
    return read


def _located(file: EditFile) -> Iterator[tuple[str, str, tuple[Edit, ...]]]:
    """Each sentence of a file: where it stands there, for errors, its tokens, and its edits."""
    if file.form == "judged":
        for number, judged in enumerate(read_judged(file.path), start=1):
            yield f"{file.path}: sentence {number}", judged.source, judged.edits
    else:
        for line, source, edits in edits_by_line(file.path, file.coder):
            yield (
                f"{file.path}:{line}",
                source,
                tuple(edit for edit in edits if edit.corrects),
            )


def _check(
    problem: str, language: Language, tokens: Sequence[str], expected: Sequence[str]
) -> None:
    """Refuse a sentence with unexpected tokens, and name the first of them."""
    both = zip_longest(language.bare(tokens), language.bare(expected))
    for number, (token, expected_token) in enumerate(both, start=1):
        if token != expected_token:
            found = "missing" if token is None else repr(token)
            wanted = "none" if expected_token is None else repr(expected_token)
            raise InputError(f"{problem}: token {number} is {found}, expected {wanted}")
