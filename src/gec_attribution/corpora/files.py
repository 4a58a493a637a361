r"""Corpora: from files in any format to parallel sentences, one per line.

Sentences keep their own tokenisation and lose outer white space. The sources say how many there
are: each has at least one token, and only blank lines may follow the last one. Corrections
(hypotheses and references) have one line for each source, and more only if those are blank. A blank
line of a system's output is a correction that deletes everything; a blank line of a reference is
none. M2 has a correction of each coder, `para` (ChERRANT's `id<TAB>source<TAB>target…`) one in each
further column.

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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, repeat
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from gec_attribution.corpora.downloads import check_pinned
from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.m2 import read_references, sentences_by_line
from gec_attribution.edits.model import NOT_COUNTED, Edit, apply_edits, m2_tokens
from gec_attribution.errors import ConfigError, InputError, unknown
from gec_attribution.languages import Language, other_than
from gec_attribution.languages.base import MAX_CHARACTERS, too_long
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.json_files import read_samples
from gec_attribution.storage.text import part_of, read_lines


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


T = TypeVar("T")
Entry = str | Mapping[str, Any]
Numbered = tuple[int, str]
PlainText = Literal["warn", "refuse", "keep", "tokenise"]
"""Treatments of text without tokenisation; `keep` takes the text as it is."""

FORMATS = {".m2": "m2", ".tsv": "tsv", ".jsonl": "jsonl", ".json": "excgec", ".para": "para"}
# Forms of files whose sentences are tokens.
TOKENISED = {"m2", "judged"}
# Forms of files with a sentence beside its correction.
_WITH_SOURCES = {"m2", "excgec", "judged", "para"}
# Forms of files that need not have the spaces between words of a language without other spaces.
_WITHOUT_SPACES = {"m2", "excgec", "judged"}
# Forms of files that can have a name in each line.
_WITH_NAMES = {"text", "tsv", "jsonl"}
BYTE_ORDER_MARK = "\ufeff"

# More tokens than this share that end in punctuation are no abbreviations: in 57 English files
# of learners' text, references, outputs and probes they are at most 0.04 %, in the same files as
# ordinary text at least 8.2 %.
UNTOKENISED = 0.02
# Share of full stops and commas with a space before them above which a text is tokenised already.
TOKENISED_STOPS = 0.5
_STOP = re.compile(r"[.,](?=\s|$)")
_SEPARATE_STOP = re.compile(r"(?<!\S)[.,](?=\s|$)")

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
    numbered = _read_sources(path, entry, language)
    _drop_blank_end(numbered, 0)
    if not numbered:
        raise InputError(f"{path}:1: there are no sentences in it")
    numbered = part_of(numbered, lines, path)
    blank = [number for number, text in numbered if not text]
    if blank:
        raise InputError(
            f"{path}:{blank[0]}: the source is empty{_further(blank[1:])}; give it a token, or "
            "remove the sentence from the sources and from every hypothesis and reference"
        )
    return _prepared(path, entry, numbered, language=language, plain_text=plain_text)


def _further(lines: Sequence[int]) -> str:
    """Words for an error about the lines with the same mistake as the first one."""
    if not lines:
        return ""
    named = [*map(str, lines[:10])]
    if len(lines) > 10:
        named.append("…")
    return f" (and {len(lines)} more: {', '.join(named)})"


def named_files(arguments: Sequence[Path]) -> dict[str, Path]:
    """Files by the names of their systems.

    A name stands before the file (`NAME=FILE`). Other names are the shortest parts of the paths
    that tell all of them apart: the file name without suffixes, with them, or one folder; else as
    many folders as are needed.

    Raises:
        InputError: a file or a name is there twice.
    """
    files: dict[Path, str] = {}
    for argument in arguments:
        name, equals, path = str(argument).partition("=")
        is_named = equals and name and not argument.exists()
        file = Path(path) if is_named else argument
        if file in files:
            raise InputError(f"{file}: is given twice among the hypotheses")
        files[file] = name if is_named else ""
    unnamed = [file for file, name in files.items() if not name]
    files |= zip(unnamed, _short_names(unnamed), strict=True)
    names = list(files.values())
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name}: two systems have this name; name them by NAME=FILE")
    return dict(zip(names, files, strict=True))


def _short_names(paths: Sequence[Path]) -> list[str]:
    """The shortest parts of different paths that tell them apart."""
    for names in _names_by_length(paths):
        if all(names) and len(set(names)) == len(names):
            return names
    return list(map(str, paths))


def _names_by_length(paths: Sequence[Path]) -> Iterator[list[str]]:
    """Parts of some paths by which these may be named, the shortest first."""
    yield [path.name.partition(".")[0] for path in paths]
    yield [path.name for path in paths]
    deepest = max((len(path.parts) for path in paths), default=0)
    for depth in range(1, deepest):
        yield [path.parents[depth - 1].name if depth < len(path.parts) else "" for path in paths]
    for depth in range(1, deepest):
        yield [str(Path(*path.parts[-depth - 1 :])) for path in paths]


def read_corrections(
    path: str | Path,
    entry: Entry | None = None,
    *,
    expected: int | None,
    language: Language = ENGLISH,
    lines: str | None = None,
    plain_text: PlainText = "warn",
    sources: Sequence[str] | None = None,
    corrects: Sequence[str] | None = None,
    blank_deletes: bool = False,
) -> list[Corrected]:
    """Corrections of each source in a file: any number of them, as for references.

    What ERRANT's counts leave out, and what marks an error without a correction, is logged.

    Args:
        path: the file.
        entry: its entry in the configuration, a path or a mapping.
        expected: number of sources; None where it is not known.
        language: how the tokens of an M2 file become text.
        lines: the part of the data set to take; the file has all of it.
        plain_text: as for `read_sources`.
        sources: the sources as they were written; ordinary text is cut where its source is.
        corrects: the tokenised sources; a file read `by_source` must have each of them, and forms
            that know no spaces between words take those of the sources.
        blank_deletes: whether a blank line is a correction, which is warned of, rather than none.

    Raises:
        InputError: the file is not in its format, has another number of sentences, or lacks a
            source; names file and line.
        ConfigError: the file is to be read by its sources, and has none.
        DownloadError: the file is not the one pinned.
    """
    if isinstance(entry, Mapping) and entry.get("by_source"):
        return _with_spaces(_by_source(path, entry, language, corrects), corrects or [], language)
    corrected = part_of(_read_corrected(path, entry, language), lines, path)
    expected = len(corrected) if expected is None else expected
    _drop_blank_end(corrected, expected)
    if len(corrected) != expected:
        line = max([1, *(one.line for one in corrected[: expected + 1])])
        raise InputError(
            f"{path}:{line}: corrected sentences: {len(corrected)}, sources: {expected}; "
            "there must be one for each, in the same order"
        )
    blank = [place for place, one in enumerate(corrected) if one.corrections and _is_blank(one)]
    if blank and blank_deletes:
        logger.warning("%s: %d of %d corrections delete their sentence", path, len(blank), expected)
    elif format_of(path, entry) != "m2":
        for place in blank:
            corrected[place] = corrected[place]._replace(corrections=[])
    if corrects and format_of(path, entry) in _WITHOUT_SPACES:
        corrected = _with_spaces(corrected, corrects, language)
    treatment = {"language": language, "plain_text": plain_text}
    return _prepared_corrections(path, entry, corrected, sources, **treatment)


def read_hypotheses(path: str | Path, entry: Entry | None = None, **reading: Any) -> list[str]:
    """The corrected sentences of a system, one for each source; see `read_corrections`.

    Raises:
        InputError: as `read_corrections`, or a source has not one correction.
        ConfigError: as `read_corrections`.
        DownloadError: as `read_corrections`.
    """
    corrected = read_corrections(path, entry, blank_deletes=True, **reading)
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
    written: tuple[str | Path, Entry | None] | None = None,
    **reading: Any,
) -> tuple[list[str], list[T]]:
    """The sources of a study, and the corrections of them in a file.

    Args:
        read: `read_corrections` or `read_hypotheses`.
        path: the file.
        entry: its entry in the configuration.
        sources: the file of the sources in tokens, one a line.
        written: file and entry of the sources as they were written, where the study cuts ordinary
            text.
        reading: language, and lines, as of `read_corrections`.
    """
    texts = read_lines(sources)
    texts_as_written = None
    if written:
        texts_as_written = read_sources(*written, plain_text="keep", **reading)
    corrected = read(
        path,
        entry,
        expected=len(texts),
        plain_text="tokenise" if written else "refuse",
        sources=texts_as_written,
        corrects=texts,
        **reading,
    )
    return texts, corrected


def _by_source(
    path: str | Path, entry: Mapping[str, Any], language: Language, sources: Sequence[str] | None
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
    read_sources_of = _read_sources(path, entry, language)
    corrected_of = _read_corrected(path, entry, language)
    for (_, source), corrected in zip(read_sources_of, corrected_of, strict=True):
        by_source.setdefault(key(source), corrected)
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


def _with_texts(corrections: Iterable[Correction], texts: Iterable[str]) -> list[Correction]:
    """Corrections with other texts, one for each; there may be more texts."""
    return [each._replace(text=text) for each, text in zip(corrections, texts, strict=False)]


def read_authors(
    path: str | Path, entry: Entry | None = None, *, expected: int, lines: str | None = None
) -> list[str]:
    """Authors of the sources, from a file of lines or a column; empty where unknown.

    Arguments are those of `read_hypotheses`.

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
    numbered = part_of(_read_sources(path, entry, ENGLISH), lines, path)
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
    finding = _untokenised(texts, language)
    if finding:
        logger.warning(
            "%s: %s; the text has to be tokenised, with spaces before punctuation, or each of "
            "them is one token of an edit (`tokenise: true` of a data set, `--tokenise` of a "
            "command and `Explainer(tokenise=True)` do it)",
            name,
            finding,
        )


def refuse_tokenised(name: str | Path, texts: Sequence[str], language: Language) -> None:
    """Refuse texts as ordinary ones if spaces stand before their full stops and commas.

    Arguments are those of `check_language`.

    Raises:
        InputError: they are tokenised already; names the first such text.
    """
    if not language.is_spaced:
        return
    stops = [len(_STOP.findall(text)) for text in texts]
    separate = [len(_SEPARATE_STOP.findall(text)) for text in texts]
    if not sum(stops) or sum(separate) <= TOKENISED_STOPS * sum(stops):
        return
    first = texts[separate.index(max(separate))]
    raise InputError(
        f"{name}: spaces stand before {sum(separate)} of {sum(stops)} full stops and commas, as in "
        f"{first!r}, so the text is tokenised already, and to tokenise it again would make edits "
        "of its spaces; leave out `--tokenise` (`tokenise: true` of a data set, `tokenise=True`)"
    )


def _untokenised(texts: Sequence[str], language: Language) -> str:
    """Evidence in words for texts without tokenisation; empty where there is none."""
    stuck: list[str] = []
    tokens = 0
    for text in texts:
        stuck += language.stuck_tokens(text)
        tokens += len(text.split())
    share = len(stuck) / max(tokens, 1)
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
    sources: Iterable[str | None] = repeat(None),
) -> list[str]:
    """The texts of a file, with what is to be done where they are not tokenised."""
    texts = [text for _, text in numbered]
    check_language(path, texts, language)
    has_tokens = format_of(path, entry) in TOKENISED
    if plain_text in {"tokenise", "keep"} and not has_tokens:
        refuse_tokenised(path, texts, language)
    if plain_text == "tokenise" and not has_tokens:
        return list(map(language.from_plain_text, texts, sources))
    is_refused = plain_text == "refuse" and not has_tokens
    finding = _untokenised(texts, language) if is_refused else ""
    if finding:
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


def _prepared_corrections(
    path: str | Path,
    entry: Entry | None,
    corrected: list[Corrected],
    sources: Sequence[str] | None,
    **treatment: Any,
) -> list[Corrected]:
    """The corrections of a file, with what is to be done where they are not tokenised."""
    numbered = []
    written = []
    for place, (line, _, corrections) in enumerate(corrected):
        numbered += [(line, correction.text) for correction in corrections]
        written += [sources[place] if sources else None for _ in corrections]
    prepared = iter(_prepared(path, entry, numbered, sources=written, **treatment))
    return [one._replace(corrections=_with_texts(one.corrections, prepared)) for one in corrected]


def reference_texts(
    sources: str | Path, references: Sequence[str | Path], language: Language
) -> list[tuple[str, list[str]]]:
    """Each source with its references, as metrics read them, from M2 files of references."""
    if not references:
        return []
    texts = []
    for source, choices in zip(read_lines(sources), read_references(references), strict=True):
        tokens = language.tokenize(source)
        corrected = [language.join(apply_edits(tokens, edits)) for edits in choices]
        texts.append((language.join(tokens), corrected))
    return texts


def references_by_source(
    sources: str | Path, references: Sequence[str | Path], language: Language
) -> dict[str, tuple[str, ...]]:
    """The references of each source, as metrics read them.

    A reference that several annotators gave counts as often, as in GLEU. The references of a source
    in several lines are those of the first line, then the further ones of the others.
    """
    corrections: dict[str, tuple[str, ...]] = {}
    for source, choices in reference_texts(sources, references, language):
        before = corrections.get(source, ())
        added = (choice for choice in choices if choice not in before)
        corrections[source] = (*before, *added)
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
    form = named or FORMATS.get("".join(suffixes[-1:]))
    if form:
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


def _read_sources(path: str | Path, entry: Entry | None, language: Language) -> list[Numbered]:
    """Line number and text of every source, in any format."""
    form, entry = _checked_form(path, entry)
    numbered: Iterable[Numbered]
    if form == "m2":
        numbered = (
            (line, language.join(m2_tokens(sentence.source)))
            for line, sentence in sentences_by_line(path)
        )
    elif form == "excgec":
        numbered = _read_excgec(path, "source")
    elif form == "judged":
        texts = (language.join(m2_tokens(one.source)) for one in read_judged(path))
        numbered = enumerate(texts, start=1)
    elif form == "para":
        numbered = ((number, source) for number, source, _ in _read_para(path))
    else:
        numbered = _read_column(path, form, entry)
    return [(number, _stripped(path, number, text)) for number, text in numbered]


def _read_corrected(path: str | Path, entry: Entry | None, language: Language) -> list[Corrected]:
    """The corrections of every sentence, in any format."""
    form, entry = _checked_form(path, entry)
    if form == "m2":
        return list(_read_m2(path, entry.get("coder"), language))
    numbered: Iterable[tuple[int, list[str]]]
    if form == "para":
        numbered = ((number, targets) for number, _, targets in _read_para(path))
    elif form == "excgec":
        numbered = ((number, [text]) for number, text in _read_excgec(path, "target"))
    elif form == "judged":
        texts = (language.join(m2_tokens(one.hypothesis)) for one in read_judged(path))
        numbered = ((number, [text]) for number, text in enumerate(texts, start=1))
    else:
        numbered = ((number, [text]) for number, text in _read_column(path, form, entry))
    corrected = []
    for number, texts_of_line in numbered:
        corrections = [Correction(_stripped(path, number, text)) for text in texts_of_line]
        corrected.append(Corrected(number, None, corrections))
    return corrected


def _checked_form(path: str | Path, entry: Entry | None) -> tuple[str, Mapping[str, Any]]:
    """The form of a file, after a check of its digest, and its entry as a mapping."""
    entry = entry if isinstance(entry, Mapping) else {}
    check_pinned(path, entry)
    return format_of(path, entry), entry


def _read_column(path: str | Path, form: str, entry: Mapping[str, Any]) -> Iterable[Numbered]:
    """Line number and text of every sentence of a text, or of a column of TSV or JSONL."""
    if form == "text":
        return _read_text(path)
    if "column" not in entry:
        raise ConfigError(f"{path}: say which column of this {form} file has the sentences: column")
    if form == "tsv":
        return _read_tsv(path, entry["column"])
    return _read_jsonl(path, entry["column"])


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
    if len(tabbed) > 1 and len(tabbed) == sum(line.strip() != "" for _, line in numbered):
        raise InputError(
            f"{path}:{tabbed[0]}: every line has a tab, so this is a table; in a study say "
            "`format: tsv` and which `column`; ChERRANT's `id<TAB>source<TAB>target` is read from "
            "a file whose name ends in .para, or with `format: para`"
        )
    if tabbed:
        what = "%s: %d lines have a tab, the first is line %d; it counts as white space"
        logger.warning(what, path, len(tabbed), tabbed[0])
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


def _read_m2(path: str | Path, coder: int | None, language: Language) -> Iterator[Corrected]:
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
    if coder is not None and coder not in (coders or {0}):
        raise InputError(f"{path}: {unknown('coder', coder, sorted(coders or {0}))}")
    warn_of_uncounted(path, not_counted, uncorrected)


def warn_of_uncounted(path: str | Path, not_counted: int, uncorrected: int) -> None:
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


def _drop_blank_end(sentences: list[Any], expected: int) -> None:
    """Drop blank lines at the end as long as there are more than `expected` sentences."""
    while len(sentences) > expected and _is_blank(sentences[-1]):
        sentences.pop()


def _is_blank(sentence: Numbered | Corrected) -> bool:
    if isinstance(sentence, Corrected):
        return not any(correction.text for correction in sentence.corrections)
    return sentence[1] == ""
