r"""Corpora: from files in any format to parallel sentences, one per line.

Sentences keep their own tokenisation and lose outer white space. The sources say how many there
are: each has at least one token, and only blank lines may follow the last one. Corrections
(hypotheses and references) have one line for each source, and more only if those are blank. A blank
line among them is a correction that deletes everything.

The entry in the configuration, a path or a mapping (`config.files.File`), says what a file looks
like. A column of TSV is a name in its first row, or a number if it has no such row; tabs separate
fields, and there is no quoting. A `judged` file has a sentence for each distinct correction.

Ordinary text, as in `I'm home.`, is warned of in languages whose tokens stand between spaces, or
tokenised on request; M2 and `judged` have tokens already.
"""

import codecs
import json
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, repeat
from pathlib import Path
from typing import Any, Literal

from gec_attribution.corpora.downloads import check_pinned
from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.m2 import sentences_by_line
from gec_attribution.edits.model import apply_edits, m2_tokens
from gec_attribution.errors import ConfigError, InputError, unknown
from gec_attribution.languages import Language, other_than
from gec_attribution.languages.base import MAX_CHARACTERS, too_long
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.json_files import read_samples
from gec_attribution.storage.text import part_of, read_lines

Entry = str | Mapping[str, Any]
Numbered = tuple[int, str]
PlainText = Literal["warn", "refuse", "keep", "tokenise"]
"""Treatments of text without tokenisation; `keep` takes the text as it is."""

FORMATS = {".m2": "m2", ".tsv": "tsv", ".jsonl": "jsonl", ".json": "excgec"}
# Forms of files whose sentences are tokens.
TOKENISED = {"m2", "judged"}
# Forms of files with a sentence beside its correction.
_WITH_SOURCES = {"m2", "excgec", "judged"}
# Forms of files that can have a name in each line.
_WITH_NAMES = {"text", "tsv", "jsonl"}
BYTE_ORDER_MARK = "\ufeff"

# More tokens than this share that end in punctuation are no abbreviations: in 57 English files
# of learners' text, references, outputs and probes they are at most 0.04 %, in the same files as
# ordinary text at least 8.2 %.
UNTOKENISED = 0.02

logger = logging.getLogger(__name__)


def read_sources(
    path: str | Path,
    entry: Entry | None = None,
    *,
    language: Language = ENGLISH,
    lines: str | None = None,
    plain_text: PlainText = "warn",
) -> list[str]:
    """The sources in a file.

    Args:
        path: the file.
        entry: its entry in the configuration, a path or a mapping.
        language: how the tokens of an M2 file become text.
        lines: the part of the data set to take, as `part_of` has it; None takes all.
        plain_text: the treatment of text without tokenisation.

    Raises:
        InputError: the file is not in its format, has no sentences, one of them is blank, or the
            text is to be refused; names file and line.
        DownloadError: the file is not the one pinned.
    """
    numbered = _read(path, entry, language, corrected=False)
    _drop_blank_end(numbered, 0)
    if not numbered:
        raise InputError(f"{path}:1: there are no sentences in it")
    numbered = part_of(numbered, lines, path)
    if blank := [number for number, text in numbered if not text]:
        listed = ", ".join(map(str, blank[1:11])) + (", …" if blank[11:] else "")
        more = f" (and {len(blank) - 1} more: {listed})" if blank[1:] else ""
        raise InputError(
            f"{path}:{blank[0]}: the source is empty{more}; give it a token, or remove the "
            "sentence from the sources and from every hypothesis and reference"
        )
    return _prepared(path, entry, numbered, language=language, plain_text=plain_text)


def system_names(hypotheses: Sequence[Path]) -> list[str]:
    """Names of files without suffixes, or their whole paths if two would have the same name.

    Raises:
        InputError: a file is there twice.
    """
    names = [path.name.partition(".")[0] for path in hypotheses]
    if len(set(names)) < len(names):
        names = list(map(str, hypotheses))
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name}: is given twice among the hypotheses")
    return names


def read_hypotheses(
    path: str | Path,
    entry: Entry | None = None,
    *,
    expected: int | None,
    language: Language = ENGLISH,
    lines: str | None = None,
    plain_text: PlainText = "warn",
    sources: Sequence[str] | None = None,
    corrects: Sequence[str] | None = None,
    blank_deletes: bool = True,
) -> list[str]:
    """The corrected sentences in a file: a system's hypotheses, or references.

    Args:
        path: the file.
        entry: its entry in the configuration, a path or a mapping.
        expected: number of sources; None where it is not known.
        language: how the tokens of an M2 file become text.
        lines: the part of the data set to take; the file has all of it.
        plain_text: as for `read_sources`.
        sources: the sources as they were written; ordinary text is cut where its source is.
        corrects: the tokenised sources; a file read `by_source` must have each of them.
        blank_deletes: whether a blank line is a correction, which is warned of, rather than none.

    Raises:
        InputError: the file is not in its format, has another number of sentences, or lacks a
            source; names file and line.
        ConfigError: the file is to be read by its sources, and has none.
        DownloadError: the file is not the one pinned.
    """
    if isinstance(entry, Mapping) and entry.get("by_source"):
        return _by_source(path, entry, language, corrects)
    numbered = part_of(_read(path, entry, language, corrected=True), lines, path)
    expected = len(numbered) if expected is None else expected
    _drop_blank_end(numbered, expected)
    if len(numbered) != expected:
        line = max(number for number, _ in [(1, ""), *numbered[: expected + 1]])
        raise InputError(
            f"{path}:{line}: corrected sentences: {len(numbered)}, sources: {expected}; "
            "there must be one for each, in the same order"
        )
    if blank_deletes and (blank := sum(text == "" for _, text in numbered)):
        logger.warning("%s: %d of %d corrections delete their sentence", path, blank, expected)
    return _prepared(
        path, entry, numbered, language=language, plain_text=plain_text, sources=sources
    )


def _by_source(
    path: str | Path, entry: Mapping[str, Any], language: Language, sources: Sequence[str] | None
) -> list[str]:
    """The corrections of sources that a file has among others; of a repeated one the first."""
    if sources is None:
        raise ConfigError(
            f"{path}: only references are found `by_source`; remove it here, and give a correction "
            "for each source, in the same order"
        )
    if (form := format_of(path, entry)) not in _WITH_SOURCES:
        raise ConfigError(
            f"{path}: this {form} file has no sources by which corrections could be found; remove "
            "`by_source`, and give a correction for each source, in the same order"
        )
    corrections: dict[str, str] = {}
    texts = (_read(path, entry, language, corrected=corrected) for corrected in (False, True))
    for (_, source), (_, corrected) in zip(*texts, strict=True):
        corrections.setdefault(source, corrected)
    if absent := [text for text in sources if text not in corrections]:
        raise InputError(
            f"{path}: there is no sentence {absent[0]!r} in it, which is a source of the data set"
            f"{f' (and {len(absent) - 1} more)' if absent[1:] else ''}; `by_source` needs them all"
        )
    return [corrections[text] for text in sources]


def read_authors(
    path: str | Path, entry: Entry | None = None, *, expected: int, lines: str | None = None
) -> list[str]:
    """Authors of the sources, from a file of lines or a column; empty where unknown.

    Arguments are those of `read_hypotheses`.

    Raises:
        InputError: the file is not text, TSV or JSONL, or has another number of lines; names it.
        DownloadError: the file is not the one pinned.
    """
    if (form := format_of(path, entry)) not in _WITH_NAMES:
        raise InputError(
            f"{path}: authors stand one in each line, or in a column of a TSV or JSONL file; this "
            f"file is {form}"
        )
    numbered = part_of(_read(path, entry, ENGLISH, corrected=False), lines, path)
    _drop_blank_end(numbered, expected)
    if len(numbered) != expected:
        raise InputError(
            f"{path}: authors: {len(numbered)}, sources: {expected}; there must be one for each, "
            "in the same order; a blank line is a source of an unknown author"
        )
    return [name for _, name in numbered]


def check_language(name: str | Path, texts: Sequence[str], language: Language) -> None:
    """Refuse texts that are all plainly of another language; warn where some are.

    Blank texts do not count. The name is that of their file, or of what gave them.

    Raises:
        InputError: all are of another language.
    """
    written = [text for text in texts if text.strip()]
    foreign = [text for text in written if language.is_foreign(text)]
    if not foreign:
        return
    other = other_than(language, foreign[0]) or "CODE"
    message = (
        f"{name}: {len(foreign)} of {len(written)} sentences are plainly not in the language "
        f"{language.code}, as {foreign[0]!r}; name their language (`language: {other}` of a study "
        f'or a data set, `--language {other}` of a command, `Explainer(language="{other}")`)'
    )
    if len(foreign) == len(written):
        raise InputError(message)
    logger.warning(message)


def warn_of_untokenised(name: str | Path, texts: Sequence[str], language: Language) -> None:
    """Log a warning where many tokens end in punctuation, so that the texts are not tokenised.

    Arguments are those of `check_language`.
    """
    if finding := _untokenised(texts, language):
        logger.warning(
            "%s: %s; the text has to be tokenised, with spaces before punctuation, or each of "
            "them is one token of an edit (`tokenise: true` of a data set, `--tokenise` of a "
            "command and `Explainer(tokenise=True)` do it)",
            name,
            finding,
        )


def _untokenised(texts: Sequence[str], language: Language) -> str:
    """Evidence in words for texts without tokenisation; empty where there is none."""
    stuck = [token for text in texts for token in language.stuck_tokens(text)]
    share = len(stuck) / max(sum(len(text.split()) for text in texts), 1)
    if share <= UNTOKENISED:
        return ""
    return f"{100 * share:.0f} % of the tokens end in punctuation, as {stuck[0]!r} does"


def _prepared(
    path: str | Path,
    entry: Entry | None,
    numbered: Sequence[Numbered],
    *,
    language: Language,
    plain_text: PlainText,
    sources: Sequence[str] | None = None,
) -> list[str]:
    """The texts of a file, with what is to be done where they are not tokenised."""
    texts = [text for _, text in numbered]
    check_language(path, texts, language)
    has_tokens = format_of(path, entry) in TOKENISED
    if plain_text == "tokenise" and not has_tokens:
        return list(map(language.from_plain_text, texts, sources or repeat(None)))
    is_refused = plain_text == "refuse" and not has_tokens
    if is_refused and (finding := _untokenised(texts, language)):
        line = next(number for number, text in numbered if language.stuck_tokens(text))
        raise InputError(
            f"{path}:{line}: {finding}, so this is ordinary text; with each of them as one token, "
            "punctuation would become edits. Write spaces before punctuation, as tokenised text "
            "has them; or, where sources, references and outputs of the data set are all ordinary "
            "text, say `tokenise: true` of it"
        )
    if plain_text in {"warn", "refuse"}:
        warn_of_untokenised(path, texts, language)
    return texts


def references_by_source(
    sources: str | Path, references: Sequence[str | Path], language: Language
) -> dict[str, tuple[str, ...]]:
    """The references of each source, as metrics read them.

    A reference that several annotators gave counts as often, as in GLEU. The references of a source
    in several lines are those of the first line, then the further ones of the others. Each file has
    one sentence per line, and each annotator a file.
    """
    if not references:
        return {}
    as_read = language.normalise
    corrections: dict[str, tuple[str, ...]] = {}
    for source, *choices in zip(*map(read_lines, [sources, *references]), strict=True):
        before = corrections.get(as_read(source), ())
        added = (choice for choice in map(as_read, choices) if choice not in before)
        corrections[as_read(source)] = (*before, *added)
    return corrections


def write_sentences(path: str | Path, sentences: Iterable[str]) -> None:
    r"""Write one sentence per line, each ended by `\n`, so that `read_lines` gives them back."""
    with (
        write_atomically(path) as temporary,
        temporary.open("w", encoding="utf-8", newline="\n") as file,
    ):
        for number, sentence in enumerate(sentences):
            # The reader drops one byte order mark, which must not be the first sentence's own.
            if number == 0 and sentence.startswith(BYTE_ORDER_MARK):
                file.write(BYTE_ORDER_MARK)
            file.write(f"{sentence}\n")


def format_of(path: str | Path, entry: Entry | None = None) -> str:
    """Form of a file: by its entry, else its suffix, else its content.

    A file of an unknown suffix is M2 if its name has `.m2` within (ChERRANT's `.m2.char`), or if
    it begins as M2 does. A file that does not exist yet is text.
    """
    named = entry.get("format") if isinstance(entry, Mapping) else None
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    if form := named or FORMATS.get("".join(suffixes[-1:])):
        return form
    return "m2" if ".m2" in suffixes or _looks_like_m2(path) else "text"


def _looks_like_m2(path: str | Path) -> bool:
    """Whether a file begins with a sentence of M2 and an edit, or with several sentences alone."""
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
    marked = [line for line in rest if line.startswith(b"A ") and line.count(b"|||") == 5]
    return bool(marked) and all(line.startswith((b"S ", b"A ")) for line in rest)


def _read(
    path: str | Path, entry: Entry | None, language: Language, *, corrected: bool
) -> list[Numbered]:
    """Line number and text of every sentence, corrected or not, in any format."""
    entry = entry if isinstance(entry, Mapping) else {}
    check_pinned(path, entry)
    form = format_of(path, entry)
    numbered: Iterable[Numbered]
    if form == "m2":
        numbered = _read_m2(path, entry.get("coder", 0) if corrected else None, language)
    elif form == "excgec":
        numbered = _read_excgec(path, "target" if corrected else "source")
    elif form == "judged":
        texts = (one.hypothesis if corrected else one.source for one in read_judged(path))
        numbered = enumerate((language.join(m2_tokens(text)) for text in texts), start=1)
    elif form == "text":
        numbered = enumerate(read_lines(path), start=1)
    elif "column" not in entry:
        raise ConfigError(f"{path}: say which column of this {form} file has the sentences: column")
    elif form == "tsv":
        numbered = _read_tsv(path, entry["column"])
    else:
        numbered = _read_jsonl(path, entry["column"])
    # A line end inside a JSON string or a stray carriage return is white space like any other.
    stripped = [(number, re.sub("[\r\n]+", " ", text.strip())) for number, text in numbered]
    for number, text in stripped:
        if len(text) > MAX_CHARACTERS:
            raise InputError(f"{path}:{number}: the sentence {too_long(len(text))}")
    return stripped


def _read_m2(path: str | Path, coder: int | None, language: Language) -> Iterator[Numbered]:
    coders: set[int] = set()
    for number, sentence in sentences_by_line(path):
        coders |= sentence.coders.keys()
        edits = () if coder is None else sentence.coders.get(coder, ())
        corrections = [edit for edit in edits if edit.corrects]
        tokens = apply_edits(m2_tokens(sentence.source), corrections)
        yield number, language.join(tokens)
    # A file without any edit names no coder; it is coder 0 who found nothing to correct.
    if coder is not None and coder not in (coders or {0}):
        raise InputError(f"{path}: {unknown('coder', coder, sorted(coders or {0}))}")


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
            # Only an object can be unpacked, and its keys are texts, so none is a number.
            text = {**json.loads(line, object_pairs_hook=_unrepeated)}[key] if line.strip() else ""
            text.encode()
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
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
            raise InputError(f"{path}: sample {number}: has no text under {key!r}") from error
        yield number, text


def _text_of(sample: Mapping[str, Any], key: str) -> str:
    """Source or target; models write `input` and `output`, a target alone or an object with it."""
    if "output" not in sample:
        return sample[key]
    if key == "source":
        return sample["input"]
    output = sample["output"]
    return output if isinstance(output, str) else output[key]


def _unrepeated(pairs: Sequence[tuple[str, Any]]) -> dict:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError("a key occurs twice")
    return record


def _drop_blank_end(numbered: list[Numbered], expected: int) -> None:
    """Drop blank lines at the end as long as there are more than `expected` sentences."""
    while len(numbered) > expected and not numbered[-1][1]:
        numbered.pop()
