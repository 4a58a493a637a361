"""Forms of files of sentences, and a reader for each.

Sentences keep their own tokenisation and lose outer white space. M2 has a correction of each coder,
`para` (ChERRANT's `id<TAB>source<TAB>target…`) one in each further column.

The entry in the configuration, a path or a mapping (`config.files.File`), says what a file looks
like. A column of TSV is a name in its first row, or a number if it has no such row; tabs separate
fields, and there is no quoting. A `judged` file has a sentence for each distinct correction.
"""

import codecs
import json
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

from gec_attribution.corpora.downloads import check_pinned
from gec_attribution.corpora.ordinary_text import Numbered
from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.m2 import sentences_by_line
from gec_attribution.edits.model import NOT_COUNTED, Edit, apply_edits, m2_tokens
from gec_attribution.errors import ConfigError, InputError, unknown
from gec_attribution.languages import Language
from gec_attribution.languages.base import MAX_CHARACTERS, too_long
from gec_attribution.storage.json_files import read_samples
from gec_attribution.storage.text import read_lines


class Correction(NamedTuple):
    """A corrected sentence in a file.

    Attributes:
        text: the sentence.
        alignments: its edits where the file has them, in each alignment; empty for text.
    """

    text: str
    alignments: tuple[tuple[Edit, ...], ...] = ()


class Corrected(NamedTuple):
    """The corrections of one source in a file.

    Attributes:
        line: line, from 1, in which the sentence begins.
        source: the source as M2 has it; None in other files.
        corrections: its corrections; none where nobody says something.
    """

    line: int
    source: str | None
    corrections: list[Correction]


Entry = str | Mapping[str, Any]
Side = Literal["source", "target"]
"""A sentence as it was, or as it is corrected."""

FORMATS = {
    ".m2": "m2",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".json": "excgec",
    ".para": "para",
}

logger = logging.getLogger(__name__)


def format_of(path: str | Path, entry: Entry | None = None) -> str:
    """Form of a file: by its entry, else its suffix, else its content.

    A file of an unknown suffix is M2 if its name has `.m2` within (ChERRANT's `.m2.char`), or if
    it begins as M2 does. A file that does not exist yet is text.
    """
    named = entry.get("format") if isinstance(entry, Mapping) else None
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    form = named or FORMATS.get("".join(suffixes[-1:]))
    if form:
        return form
    if ".m2" in suffixes or _looks_like_m2(path):
        return "m2"
    return "text"


def _looks_like_m2(path: str | Path) -> bool:
    """Return whether a file begins with sentences of M2 and an edit of one of them."""
    if not Path(path).is_file():  # a pipe can be read only once
        return False
    try:
        with Path(path).open("rb") as file:
            lines = list(islice(filter(bytes.strip, file), 20))
    except OSError:
        return False
    if not lines or not lines[0].removeprefix(codecs.BOM_UTF8).startswith(b"S "):
        return False
    rest = lines[1:]
    has_edit = any(line.startswith(b"A ") and line.count(b"|||") == 5 for line in rest)
    return has_edit and all(line.startswith((b"S ", b"A ")) for line in rest)


def sources_in(
    path: str | Path, entry: Entry | None, language: Language
) -> list[Numbered]:
    """Line number and text of every source, in any format."""
    form, entry = _checked_form(path, entry)
    numbered: list[Numbered] = []
    if form == "m2":
        for line, sentence in sentences_by_line(path):
            numbered.append((line, language.join(m2_tokens(sentence.source))))
    elif form == "para":
        numbered += ((number, source) for number, source, _ in _read_para(path))
    else:
        numbered += _read_side(path, form, entry, "source", language)
    return [(number, _stripped(path, number, text)) for number, text in numbered]


def corrections_in(
    path: str | Path, entry: Entry | None, language: Language
) -> list[Corrected]:
    """The corrections of every sentence, in any format."""
    form, entry = _checked_form(path, entry)
    if form == "m2":
        return list(_read_m2(path, entry.get("coder"), language))
    numbered: Iterable[tuple[int, list[str]]]
    if form == "para":
        numbered = ((number, targets) for number, _, targets in _read_para(path))
    else:
        targets = _read_side(path, form, entry, "target", language)
        numbered = ((number, [text]) for number, text in targets)
    corrected = []
    for number, texts in numbered:
        corrections = [Correction(_stripped(path, number, text)) for text in texts]
        corrected.append(Corrected(number, None, corrections))
    return corrected


def _checked_form(
    path: str | Path, entry: Entry | None
) -> tuple[str, Mapping[str, Any]]:
    """The form of a file, after a check of its digest, and its entry as a mapping."""
    entry = entry if isinstance(entry, Mapping) else {}
    check_pinned(path, entry)
    return format_of(path, entry), entry


def _read_side(
    path: str | Path,
    form: str,
    entry: Mapping[str, Any],
    side: Side,
    language: Language,
) -> Iterable[Numbered]:
    """Number and text of every sentence of a form with one text on a side, or on either."""
    if form == "text":
        return _read_text(path)
    if form == "excgec":
        return _read_excgec(path, side)
    if form == "judged":
        return _read_judged(path, side, language)
    if "column" not in entry:
        raise ConfigError(
            f"{path}: say which column of this {form} file has the sentences: column"
        )
    read = _read_tsv if form == "tsv" else _read_jsonl
    return read(path, entry["column"])


def _stripped(path: str | Path, number: int, text: str) -> str:
    """A sentence without outer white space."""
    # A line end inside a JSON string or a stray carriage return is white space like any other.
    text = re.sub("[\r\n]+", " ", text.strip())
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"{path}:{number}: the sentence {too_long(len(text))}")
    return text


def _read_text(path: str | Path) -> list[Numbered]:
    """The lines of a text, with a look at its tabs: in every line they separate columns."""
    numbered = list(enumerate(read_lines(path), start=1))
    tabbed = [number for number, line in numbered if "\t" in line.strip()]
    written = [line for _, line in numbered if line.strip()]
    if len(tabbed) == len(written) > 1:
        raise InputError(
            f"{path}:{tabbed[0]}: every line has a tab, so this is a table; in a study say "
            "`format: tsv` and which `column`; ChERRANT's `id<TAB>source<TAB>target` is read from "
            "a file whose name ends in .para, or with `format: para`"
        )
    if tabbed:
        logger.warning(
            "%s: %d lines have a tab, the first is line %d; it counts as white space",
            path,
            len(tabbed),
            tabbed[0],
        )
    return numbered


def _read_para(path: str | Path) -> Iterator[tuple[int, str, list[str]]]:
    """Line number, source and targets of each line of ChERRANT's parallel text."""
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        fields = line.split("\t")
        if len(fields) < 3:
            raise InputError(
                f"{path}:{number}: a line is 'id<TAB>source<TAB>target', with further targets in "
                f"further columns; found {len(fields)} columns"
            )
        yield number, fields[1], [target for target in fields[2:] if target.strip()]


def _read_m2(
    path: str | Path, coder: int | None, language: Language
) -> Iterator[Corrected]:
    coders: set[int] = set()
    not_counted = 0
    uncorrected = 0
    for line, sentence in sentences_by_line(path):
        coders |= sentence.coders.keys()
        tokens = m2_tokens(sentence.source)
        corrections = []
        for number, edits in sentence.answers(coder).items():
            not_counted += sum(edit.type == NOT_COUNTED for edit in edits)
            uncorrected += sum(not edit.corrects for edit in edits)
            made = [edit for edit in edits if edit.corrects]
            text = _stripped(path, line, language.join(apply_edits(tokens, made)))
            alignments = (edits, *sentence.alternatives.get(number, ()))
            corrections.append(Correction(text, alignments))
        yield Corrected(line, sentence.source, corrections)
    # A file without any edit names no coder; it is coder 0 who found nothing to correct.
    named = coders or {0}
    if coder is not None and coder not in named:
        raise InputError(f"{path}: {unknown('coder', coder, sorted(named))}")
    _warn_of_uncounted(path, not_counted, uncorrected)


def _warn_of_uncounted(path: str | Path, not_counted: int, uncorrected: int) -> None:
    """Log how many edits ERRANT leaves out of its counts, and how many correct nothing."""
    if not_counted:
        logger.warning(
            "%s: %d edits have the type %s; as ERRANT does, its counts leave them out",
            path,
            not_counted,
            NOT_COUNTED,
        )
    if uncorrected:
        logger.warning(
            "%s: %d edits of the types Um and UNK mark an error without a correction; they change "
            "no text",
            path,
            uncorrected,
        )


def _read_judged(
    path: str | Path, side: Side, language: Language
) -> Iterator[Numbered]:
    for number, judged in enumerate(read_judged(path), start=1):
        text = judged.source if side == "source" else judged.hypothesis
        yield number, language.join(m2_tokens(text))


def _read_tsv(path: str | Path, column: str | int) -> Iterator[Numbered]:
    lines = list(enumerate(read_lines(path), start=1))
    if isinstance(column, str):
        header = lines.pop(0)[1].split("\t") if lines else []
        if column not in header:
            raise InputError(f"{path}:1: {unknown('column', column, header)}")
        if header.count(column) > 1:
            raise InputError(f"{path}:1: several columns have the name {column!r}")
        column = header.index(column)
    for number, line in lines:
        fields = line.split("\t")
        try:
            yield number, fields[column] if line.strip() else ""
        except IndexError as error:
            raise InputError(
                f"{path}:{number}: there are {len(fields)} fields, none for column {column} "
                "(the first is 0)"
            ) from error


def _read_jsonl(path: str | Path, key: str | int) -> Iterator[Numbered]:
    for number, line in enumerate(read_lines(path), start=1):
        try:
            text = ""
            if line.strip():
                # Only an object can be unpacked, and its keys are texts, so none is a number.
                text = {**json.loads(line, object_pairs_hook=_unrepeated)}[key]
            text.encode()
        except (
            ValueError,
            LookupError,
            TypeError,
            AttributeError,
            RecursionError,
        ) as error:
            raise InputError(
                f"{path}:{number}: a line must be a JSON object with a text under {key!r} and no "
                f"key twice; found {line[:80]!r}"
            ) from error
        yield number, text


def _read_excgec(path: str | Path, key: str) -> Iterator[Numbered]:
    """A text of each sample, with the sample's number; other fields are not checked here."""
    for number, sample in enumerate(read_samples(path)[0], start=1):
        try:
            text = _text_of(sample, key)
            text.encode()
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise InputError(
                f"{path}: sample {number}: has no text under {key!r}"
            ) from error
        yield number, text


def _text_of(sample: Mapping[str, Any], key: str) -> str:
    """Source or target; models write `input` and `output`, a target alone or an object with it."""
    if "output" not in sample:
        return sample[key]
    if key == "source":
        return sample["input"]
    output = sample["output"]
    if isinstance(output, str):
        return output
    return output[key]


def _unrepeated(pairs: Sequence[tuple[str, Any]]) -> dict:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError("a key occurs twice")
    return record
