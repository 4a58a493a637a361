r"""Files of a study: sources, corrections of them, and their authors.

The sources say how many sentences there are: each has at least one token, and only blank lines may
follow the last one. Corrections (hypotheses and references) have one line for each source, and more
only if those are blank. A blank line of a system's output is a correction that deletes everything;
a blank line of a reference is none. M2 has a correction of each coder, `para` one in each further
column.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from pathlib import Path
from typing import Any, TypeVar

from gec_attribution.corpora.forms import (
    Corrected,
    Correction,
    Entry,
    corrections_in,
    format_of,
    sources_in,
)
from gec_attribution.corpora.ordinary_text import (
    Numbered,
    PlainText,
    check_language,
    treated,
    warn_of_untokenised,
)
from gec_attribution.edits.model import m2_tokens
from gec_attribution.errors import ConfigError, InputError
from gec_attribution.languages import Language
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.text import part_of, read_lines

T = TypeVar("T")

# Forms of files whose sentences are tokens.
_TOKENISED = {"m2", "judged"}
# Forms of files with a sentence beside its correction.
_WITH_SOURCES = {"m2", "excgec", "judged", "para"}
# Forms of files that need not have the spaces between words of a language without other spaces.
_WITHOUT_SPACES = {"m2", "excgec", "judged"}
# Forms of files that can have a name in each line.
_WITH_NAMES = {"text", "tsv", "jsonl"}
_BYTE_ORDER_MARK = "\ufeff"

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reading:
    """Way of reading the files of a data set.

    Attributes:
        language: how the tokens of a file become text, and ordinary text becomes tokens.
        lines: the part of the data set to take, as `part_of` has it; None takes all.
        plain_text: the treatment of text without tokenisation.
        written: the sources as they were written; ordinary corrections are cut where they are.
    """

    language: Language = ENGLISH
    lines: str | None = None
    plain_text: PlainText = "warn"
    written: Sequence[str] | None = None


DEFAULT = Reading()


def read_sources(
    path: str | Path, entry: Entry | None = None, reading: Reading = DEFAULT
) -> list[str]:
    """The sources in a file; its entry in the configuration is a path or a mapping.

    Raises:
        InputError: the file is not in its format, has no sentences, one of them is blank, or the
            text is to be refused; names file and line.
        DownloadError: the file is not the one pinned.
    """
    numbered = sources_in(path, entry, reading.language)
    _drop_blank_end(numbered, 0)
    if not numbered:
        raise InputError(f"{path}:1: there are no sentences in it")
    numbered = part_of(numbered, reading.lines, path)
    blank = [number for number, text in numbered if not text]
    if blank:
        raise InputError(
            f"{path}:{blank[0]}: the source is empty{_further(blank[1:])}; give it a token, or "
            "remove the sentence from the sources and from every hypothesis and reference"
        )
    return _prepared(path, entry, numbered, reading, repeat(None))


def _further(lines: Sequence[int]) -> str:
    """Words for an error about the lines with the same mistake as the first one."""
    if not lines:
        return ""
    named = [*map(str, lines[:10])]
    if len(lines) > 10:
        named.append("…")
    return f" (and {len(lines)} more: {', '.join(named)})"


def read_corrections(
    path: str | Path,
    entry: Entry | None = None,
    reading: Reading = DEFAULT,
    *,
    expected: int | None,
    corrects: Sequence[str] | None = None,
    blank_deletes: bool = False,
) -> list[Corrected]:
    """Corrections of each source in a file: any number of them, as for references.

    What ERRANT's counts leave out, and what marks an error without a correction, is logged.

    Args:
        path: the file, which has the whole data set.
        entry: its entry in the configuration, a path or a mapping.
        reading: the way of reading it.
        expected: number of sources; None where it is not known.
        corrects: the tokenised sources; a file read `by_source` must have each of them, and forms
            that know no spaces between words take those of the sources.
        blank_deletes: whether a blank line is a correction, which is warned of, rather than none.

    Raises:
        InputError: the file is not in its format, has another number of sentences, or lacks a
            source; names file and line.
        ConfigError: the file is to be read by its sources, and has none.
        DownloadError: the file is not the one pinned.
    """
    language = reading.language
    if isinstance(entry, Mapping) and entry.get("by_source"):
        found = _by_source(path, entry, language, corrects)
        return _with_spaces(found, corrects or [], language)
    corrected = part_of(corrections_in(path, entry, language), reading.lines, path)
    expected = len(corrected) if expected is None else expected
    _drop_blank_end(corrected, expected)
    if len(corrected) != expected:
        line = max([1, *(one.line for one in corrected[: expected + 1])])
        raise InputError(
            f"{path}:{line}: corrected sentences: {len(corrected)}, sources: {expected}; "
            "there must be one for each, in the same order"
        )
    form = format_of(path, entry)
    blank = [
        place
        for place, one in enumerate(corrected)
        if one.corrections and _is_blank(one)
    ]
    if blank and blank_deletes:
        logger.warning(
            "%s: %d of %d corrections delete their sentence", path, len(blank), expected
        )
    elif form != "m2":
        for place in blank:
            corrected[place] = corrected[place]._replace(corrections=[])
    if corrects and form in _WITHOUT_SPACES:
        corrected = _with_spaces(corrected, corrects, language)
    return _prepared_corrections(path, entry, corrected, reading)


def read_hypotheses(
    path: str | Path,
    entry: Entry | None = None,
    reading: Reading = DEFAULT,
    *,
    expected: int | None,
    corrects: Sequence[str] | None = None,
) -> list[str]:
    """The corrected sentences of a system, one for each source; see `read_corrections`.

    Raises:
        InputError: as `read_corrections`, or a source has not one correction.
        ConfigError: as `read_corrections`.
        DownloadError: as `read_corrections`.
    """
    corrected = read_corrections(
        path, entry, reading, expected=expected, corrects=corrects, blank_deletes=True
    )
    for line, _, corrections in corrected:
        if len(corrections) != 1:
            raise InputError(
                f"{path}:{line}: the sentence has {len(corrections)} corrections; a system has "
                "one: leave one in the file, or choose a coder of M2 in a study (`coder`)"
            )
    return [one.corrections[0].text for one in corrected]


def read_beside_sources(
    read: Callable[..., list[T]],
    path: str | Path,
    entry: Entry | None,
    sources: str | Path,
    *,
    reading: Reading,
    written: tuple[str | Path, Entry | None] | None = None,
) -> tuple[list[str], list[T]]:
    """The sources of a study, and the corrections of them in a file.

    Args:
        read: `read_corrections` or `read_hypotheses`.
        path: the file.
        entry: its entry in the configuration.
        sources: the file of the sources in tokens, one a line.
        reading: language and lines; ordinary text is cut, or else refused.
        written: file and entry of the sources as they were written, where the study cuts ordinary
            text.
    """
    texts = read_lines(sources)
    if written:
        texts_as_written = read_sources(*written, replace(reading, plain_text="keep"))
        reading = replace(reading, plain_text="tokenise", written=texts_as_written)
    else:
        reading = replace(reading, plain_text="refuse")
    return texts, read(path, entry, reading, expected=len(texts), corrects=texts)


def _by_source(
    path: str | Path,
    entry: Mapping[str, Any],
    language: Language,
    sources: Sequence[str] | None,
) -> list[Corrected]:
    """The corrections of sources that a file has among others; of a repeated one the first."""
    if sources is None:
        raise ConfigError(
            f"{path}: only references are found `by_source`; remove it here, and give a correction "
            "for each source, in the same order"
        )
    form = format_of(path, entry)
    if form not in _WITH_SOURCES:
        raise ConfigError(
            f"{path}: this {form} file has no sources by which corrections could be found; remove "
            "`by_source`, and give a correction for each source, in the same order"
        )

    def key(source: str) -> tuple[str, ...]:
        return tuple(language.bare(language.tokenize(source)))

    by_source: dict[tuple[str, ...], Corrected] = {}
    numbered = sources_in(path, entry, language)
    corrected = corrections_in(path, entry, language)
    for (_, source), one in zip(numbered, corrected, strict=True):
        by_source.setdefault(key(source), one)
    absent = [text for text in sources if key(text) not in by_source]
    if absent:
        more = f" (and {len(absent) - 1} more)" if absent[1:] else ""
        raise InputError(
            f"{path}: there is no sentence {absent[0]!r} in it, which is a source of the data set"
            f"{more}; `by_source` needs them all"
        )
    return [by_source[key(text)] for text in sources]


def _with_spaces(
    corrected: Sequence[Corrected], sources: Sequence[str], language: Language
) -> list[Corrected]:
    """Corrections of a file without the spaces between words, with those of the sources."""
    spaced = []
    for one, source in zip(corrected, sources, strict=True):
        corrections = one.corrections
        knows_spaces = one.source and m2_tokens(one.source) == language.tokenize(source)
        if not knows_spaces:
            texts = [language.with_spaces_of(source, each.text) for each in corrections]
            corrections = _with_texts(corrections, texts)
        spaced.append(one._replace(corrections=corrections))
    return spaced


def _with_texts(
    corrections: Iterable[Correction], texts: Iterable[str]
) -> list[Correction]:
    """Corrections with other texts, one for each; there may be more texts."""
    return [
        each._replace(text=text) for each, text in zip(corrections, texts, strict=False)
    ]


def read_authors(
    path: str | Path,
    entry: Entry | None = None,
    *,
    expected: int,
    lines: str | None = None,
) -> list[str]:
    """Authors of the sources, from a file of lines or a column; empty where unknown.

    Raises:
        InputError: the file is not text, TSV or JSONL, or has another number of lines; names it.
        DownloadError: the file is not the one pinned.
    """
    form = format_of(path, entry)
    if form not in _WITH_NAMES:
        raise InputError(
            f"{path}: authors stand one in each line, or in a column of a TSV or JSONL file; this "
            f"file is {form}"
        )
    numbered = part_of(sources_in(path, entry, ENGLISH), lines, path)
    _drop_blank_end(numbered, expected)
    if len(numbered) != expected:
        raise InputError(
            f"{path}: authors: {len(numbered)}, sources: {expected}; there must be one for each, "
            "in the same order; a blank line is a source of an unknown author"
        )
    return [name for _, name in numbered]


def _prepared(
    path: str | Path,
    entry: Entry | None,
    numbered: Sequence[Numbered],
    reading: Reading,
    written: Iterable[str | None],
) -> list[str]:
    """The texts of a file, with what is to be done where they are not tokenised."""
    language = reading.language
    treatment = reading.plain_text
    texts = [text for _, text in numbered]
    check_language(path, texts, language)
    if format_of(path, entry) not in _TOKENISED:
        return treated(path, numbered, language, treatment, written)
    if treatment in {"warn", "refuse"}:
        warn_of_untokenised(path, texts, language)
    return texts


def _prepared_corrections(
    path: str | Path, entry: Entry | None, corrected: list[Corrected], reading: Reading
) -> list[Corrected]:
    """The corrections of a file, with what is to be done where they are not tokenised."""
    numbered = []
    written = []
    for place, (line, _, corrections) in enumerate(corrected):
        source = reading.written[place] if reading.written else None
        for correction in corrections:
            numbered.append((line, correction.text))
            written.append(source)
    prepared = iter(_prepared(path, entry, numbered, reading, written))
    return [
        one._replace(corrections=_with_texts(one.corrections, prepared))
        for one in corrected
    ]


def write_sentences(path: str | Path, sentences: Iterable[str]) -> None:
    r"""Write one sentence per line, each ended by `\n`, so that `read_lines` gives them back."""
    with (
        write_atomically(path) as temporary,
        temporary.open("w", encoding="utf-8", newline="\n") as file,
    ):
        for number, sentence in enumerate(sentences):
            # The reader drops one byte order mark, which must not be the first sentence's own.
            if number == 0 and sentence.startswith(_BYTE_ORDER_MARK):
                file.write(_BYTE_ORDER_MARK)
            file.write(f"{sentence}\n")


def _drop_blank_end(sentences: list[Any], expected: int) -> None:
    """Drop blank lines at the end as long as there are more than `expected` sentences."""
    while len(sentences) > expected and _is_blank(sentences[-1]):
        sentences.pop()


def _is_blank(sentence: Numbered | Corrected) -> bool:
    if isinstance(sentence, Corrected):
        return not any(correction.text for correction in sentence.corrections)
    return sentence[1] == ""
