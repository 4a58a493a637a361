"""Scoring a user's own files: the commands `evaluate` and `evaluate-explanations`.

Numbers are unrounded; those that are undefined are NaN, and null in JSON.
"""

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gec_attribution.corpora.files import PlainText, format_of, read_hypotheses, read_sources
from gec_attribution.edits.m2 import read_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.errors import InputError
from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import UNDEFINED, numeral, with_interval
from gec_attribution.languages.en import ENGLISH
from gec_attribution.statistics.bootstrap import Resampled, difference
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import format_signature
from gec_attribution.storage.text import read_lines

if TYPE_CHECKING:
    from gec_attribution.explanations.records import ExplainedSentence

RESAMPLES = 1000
SEED = 0

# A text, or the edits that give it.
Version = TypeVar("Version")

_MAE = "mae"

_HEADINGS = {
    "f0_5": "F0.5",
    "gleu": "GLEU",
    "reference_edits": "reference edits",
    "miss_nonoverlapping": "miss, not overlapping",
    "macro_f1": "macro F1",
    _MAE: "MAE of severity",
    "bleu": "BLEU",
    "meteor": "METEOR",
    "rouge_1": "ROUGE-1",
    "rouge_2": "ROUGE-2",
    "rouge_l": "ROUGE-L",
}

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Row:
    """A line of the table.

    Attributes:
        measure: what is counted or scored, as nested names.
        counts: numbers of edits or chunks, by kind.
        scores: with their intervals, by name; None where undefined.
    """

    measure: tuple[str, ...]
    counts: Mapping[str, float]
    scores: Mapping[str, Resampled | None]


@dataclass(frozen=True)
class Evaluation:
    """The scores of one system's file.

    Attributes:
        rows: in the order in which they are shown.
        signature: what the numbers depend on.
    """

    rows: Sequence[Row]
    signature: str

    def to_dict(self, value: Callable[[Resampled | None], Any] | None = None) -> dict[str, Any]:
        """The counts and scores as nested objects, None where undefined.

        Args:
            value: what becomes of a score; by default its number alone.
        """
        value = value or _defined
        nested: dict[str, Any] = {}
        for row in self.rows:
            inner = nested
            for name in row.measure:
                inner = inner.setdefault(name, {})
            inner |= row.counts
            inner |= {name: value(score) for name, score in row.scores.items()}
        return nested


def evaluate_corrections(
    language: str,
    sources: Path,
    hypotheses: Sequence[Path],
    references: Sequence[Path],
    confusions: Path | None = None,
    *,
    tokenise: bool = False,
) -> list[Evaluation]:
    """The scores of the corrections of each system; they are resampled alike.

    Args:
        language: `zh` for CLEME and ChERRANT, `en` for ERRANT and GLEU.
        sources: a file of sentences.
        hypotheses: a file of corrections of each system: one sentence per line, or M2.
        references: likewise, a file for each set of references; an M2 file has one for each coder,
            and an empty line of a text is no reference.
        confusions: for Chinese, the file of confusion sets; see `Lexicons`.
        tokenise: for English, whether the texts are ordinary, as in `I don't know.`; M2 has tokens.

    Raises:
        InputError: a file cannot be used, or files do not belong together.
        ModelError: a package or model is missing.
    """
    texts = read_sources(sources, plain_text="keep" if tokenise else "warn")
    if language == "zh":
        return _evaluate_chinese(texts, hypotheses, references, confusions)
    return _evaluate_english(texts, hypotheses, references, tokenise=tokenise)


@dataclass(frozen=True)
class Comparison:
    """The scores of several systems, beside those of the first.

    Attributes:
        systems: the scores of each by its name; all of the same sentences and measures.
    """

    systems: Mapping[str, Evaluation]

    @property
    def first(self) -> str:
        """The name of the system that the others are compared with."""
        return next(iter(self.systems))

    def differences(self, system: str) -> list[dict[str, Resampled | None]]:
        """Differences of a system's scores from the first system's, by row; None where undefined.

        The differences are paired: both systems are resampled alike.
        """
        return [
            {name: _difference(score, own.scores[name]) for name, score in row.scores.items()}
            for row, own in zip(
                self.systems[system].rows, self.systems[self.first].rows, strict=True
            )
        ]

    def to_dict(self) -> dict[str, Any]:
        """The `Evaluation.to_dict` of each system, those but the first with a `difference`."""
        by_system = {name: evaluation.to_dict() for name, evaluation in self.systems.items()}
        for name, evaluation in list(self.systems.items())[1:]:
            rows = [
                replace(row, counts={}, scores=differences)
                for row, differences in zip(evaluation.rows, self.differences(name), strict=True)
            ]
            nested = replace(evaluation, rows=rows).to_dict(_with_bounds)
            by_system[name]["difference"] = {"to": self.first, **nested}
        return by_system


def compare(hypotheses: Sequence[Path], evaluations: Sequence[Evaluation]) -> Comparison:
    """The scores of several files beside each other.

    Args:
        hypotheses: the files, whose names without suffixes the systems get, or whole paths where
            two would have the same.
        evaluations: the scores of each, as `evaluate_corrections` or `evaluate_explanations`
            gives them.

    Raises:
        InputError: a file is there twice.
    """
    names = [path.name.partition(".")[0] for path in hypotheses]
    if len(set(names)) < len(names):
        names = list(map(str, hypotheses))
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name}: is given twice among the hypotheses")
    return Comparison(dict(zip(names, evaluations, strict=True)))


def evaluate_explanations(hypotheses: Sequence[Path], references: Path) -> list[Evaluation]:
    """The scores of the explanations of each system; they are resampled alike.

    What is odd in the files is logged.

    Args:
        hypotheses: a file of sentences in EXCGEC's JSON of each system.
        references: those of the reference, with the same sources in the same order.

    Raises:
        InputError: a file cannot be used, or the sources differ.
        ModelError: a package is missing.
    """
    expected = _read_explained(references)
    return [_explanation_scores(path, expected) for path in hypotheses]


def print_evaluation(evaluation: Evaluation, console: Console | None = None) -> None:
    """Print scores with their intervals: in percent, but for differences of severities."""
    console = console or Console()
    if len(evaluation.rows) == 1 and not evaluation.rows[0].measure:
        console.print(_one_score_a_row(evaluation.rows[0]))
    else:
        for number, measures in _distinct([evaluation.rows]).items():
            _print_measure(measures, evaluation.rows[number], console)
        console.print("in percent, with 95 % intervals", style="dim")
    console.print(Text(visible(evaluation.signature), style="dim"))


def print_comparison(comparison: Comparison, console: Console | None = None) -> None:
    """Print tables with a row for each system: one for each measure, or each score without one."""
    console = console or Console()
    rows = {name: evaluation.rows for name, evaluation in comparison.systems.items()}
    differences = {name: comparison.differences(name) for name in rows}
    for index, measures in _distinct(list(rows.values())).items():
        first_row = rows[comparison.first][index]
        if measures:
            console.print(measures, style="bold")
            tables = [list(first_row.scores)]
        else:
            tables = [[name] for name in first_row.scores]
        for *others, main in tables:
            table = _narrow_table()
            table.add_column("system", overflow="fold")
            for name in others:
                table.add_column(name[0].upper(), justify="right", no_wrap=True)
            for heading in (_HEADINGS.get(main, main), f"above {comparison.first}"):
                table.add_column(heading, justify="right", no_wrap=True, overflow="ellipsis")
            for system, measured in rows.items():
                scores = measured[index].scores
                beyond = _shown_as(main, differences[system][index][main], signed=True)
                table.add_row(
                    system,
                    *(_shown_alone(scores[name]) for name in others),
                    _shown_as(main, scores[main]),
                    UNDEFINED if system == comparison.first else beyond,
                )
            console.print(table)
            console.print()
    said = ["in percent, with 95 % intervals", "differences are paired"]
    if any("precision" in row.scores for row in rows[comparison.first]):
        said.insert(1, "P is precision, R recall")
    if any(_MAE in row.scores for row in rows[comparison.first]):
        said.insert(1, "differences of severities as they are")
    console.print("; ".join(said), style="dim")
    signature = comparison.systems[comparison.first].signature
    console.print(Text(visible(signature), style="dim"))


def _evaluate_chinese(
    sources: Sequence[str],
    hypotheses: Sequence[Path],
    references: Sequence[Path],
    confusions: Path | None,
) -> list[Evaluation]:
    from gec_attribution.judging import cleme
    from gec_attribution.judging.cherrant_scores import read_annotations
    from gec_attribution.judging.correction_scores import chinese_scores
    from gec_attribution.languages.chinese_alignment import ChineseAligner, characters
    from gec_attribution.languages.chinese_lexicons import Lexicons
    from gec_attribution.languages.zh import CHINESE

    def versions(path: Path, *, right: bool) -> list[list[Any]]:
        if format_of(path) == "m2":
            given = read_annotations(path)
            return _checked(path, given, sources, characters)
        return _read_texts(path, sources, right=right)

    lexicons = Lexicons(confusions)
    proposed = [_one_each(path, versions(path, right=False)) for path in hypotheses]
    right = _joined([versions(path, right=True) for path in references])
    signature = _signature(
        "zh", merge_distance=cleme.MERGE_DISTANCE, opencc=None, **lexicons.signature()
    )
    texts, aligner = [CHINESE.normalise(text) for text in sources], ChineseAligner(lexicons)
    results = [
        chinese_scores(texts, own, right, aligner, resamples=RESAMPLES, seed=_seed())
        for own in proposed
    ]
    return [
        Evaluation([Row(measure, *each) for measure, each in scores.items()], signature)
        for scores in results
    ]


def _explanation_scores(path: Path, expected: Sequence["ExplainedSentence"]) -> Evaluation:
    from gec_attribution.judging.explanation_scores import score_explanations

    scores = score_explanations(_read_explained(path), expected, resamples=RESAMPLES, seed=_seed())
    if scores.empty_descriptions:
        logger.warning(
            "%s: %d of %d hits have an empty description on one side; they score 0",
            path,
            scores.empty_descriptions,
            scores.hits,
        )
    counts = {
        "edits": scores.edits,
        "reference_edits": scores.reference_edits,
        "hits": scores.hits,
    }
    signature = _signature("zh", matched="inclusive", nltk=None, **{"rouge-chinese": None})
    return Evaluation([Row((), counts, scores.measures)], signature)


def _read_explained(path: Path) -> Sequence["ExplainedSentence"]:
    from gec_attribution.explanations.records import read_explanations

    corpus = read_explanations(path)
    for line in corpus.summary():
        logger.warning("%s", line)
    return corpus.sentences


def _evaluate_english(
    written: Sequence[str],
    hypotheses: Sequence[Path],
    references: Sequence[Path],
    *,
    tokenise: bool,
) -> list[Evaluation]:
    from gec_attribution.judging.correction_scores import english_scores
    from gec_attribution.languages import load_extractor

    extractor = load_extractor("en")
    sources = list(map(ENGLISH.from_plain_text, written)) if tokenise else written

    def versions(path: Path, *, right: bool) -> list[list[tuple[Edit, ...]]]:
        if format_of(path) == "m2":
            given = [(sentence.source, _coders(sentence)) for sentence in read_m2(path)]
            return _checked(path, given, sources, ENGLISH.tokenize)
        texts = _read_texts(path, written, right=right, tokenise=tokenise)
        lines = zip(sources, texts, strict=True)
        extracted = iter(
            extractor.extract((source, text) for source, line in lines for text in line)
        )
        return [[next(extracted) for _ in line] for line in texts]

    proposed = [_one_each(path, versions(path, right=False)) for path in hypotheses]
    right = _joined([versions(path, right=True) for path in references])
    if len({len(choices) for choices in right}) > 1:
        logger.warning("GLEU is undefined: the sources do not have equally many references")
    signature = _signature("en", **extractor.signature())
    results = [
        english_scores(sources, own, right, resamples=RESAMPLES, seed=_seed()) for own in proposed
    ]
    return [
        Evaluation([Row(("errant",), *errant), Row((), {}, {"gleu": gleu})], signature)
        for errant, gleu in results
    ]


def _coders(sentence: AnnotatedSentence) -> list[tuple[Edit, ...]]:
    """The corrections of each coder; a sentence without any coder is left as it is by one."""
    return [
        tuple(edit for edit in edits if edit.corrects)
        for _, edits in sorted(sentence.coders.items())
    ] or [()]


def _checked(
    path: Path,
    given: Sequence[tuple[str, list[Version]]],
    sources: Sequence[str],
    tokens: Callable[[str], Sequence[str]],
) -> list[list[Version]]:
    """Edits of an M2 file for each source, after a check of the sources."""
    if len(given) != len(sources):
        raise InputError(
            f"{path}: sentences: {len(given)}, sources: {len(sources)}; there must be one for "
            "each, in the same order"
        )
    differing = []
    for number, ((source, _), expected) in enumerate(zip(given, sources, strict=True), start=1):
        if len(tokens(source)) != len(tokens(expected)):
            raise InputError(
                f"{path}: sentence {number} is {source!r}, but the source is {expected!r}; the "
                "edits of an M2 file count the sources' tokens"
            )
        if tokens(source) != tokens(expected):
            differing.append(number)
    if differing:
        logger.warning(
            "%s: %d sentences have other tokens than their source, the first is sentence %d; their "
            "edits are taken to be of the source",
            path,
            len(differing),
            differing[0],
        )
    return [versions for _, versions in given]


def _read_texts(
    path: Path, sources: Sequence[str], *, right: bool, tokenise: bool = False
) -> list[list[str]]:
    """The correction in each line of a file; in that of references, an empty line has none."""
    expected = len(sources)
    if not right:
        plain_text: PlainText = "tokenise" if tokenise else "warn"
        texts = read_hypotheses(path, expected=expected, plain_text=plain_text, sources=sources)
        return [[text] for text in texts]
    lines = read_lines(path)
    while len(lines) > expected and not lines[-1].strip():
        lines.pop()
    if len(lines) != expected:
        raise InputError(
            f"{path}: references: {len(lines)}, sources: {expected}; there must be a line for "
            "each, in the same order"
        )
    if tokenise:
        lines = list(map(ENGLISH.from_plain_text, lines, sources))
    return [[line] if line.strip() else [] for line in lines]


def _one_each(path: Path, versions: Sequence[list[Version]]) -> list[Version]:
    for number, corrections in enumerate(versions, start=1):
        if len(corrections) != 1:
            raise InputError(
                f"{path}: sentence {number} has {len(corrections)} corrections; a system has one"
            )
    return [corrections[0] for corrections in versions]


def _joined(files: Sequence[Sequence[list[Version]]]) -> list[list[Version]]:
    """The references of each line, from all files."""
    lines = [[version for part in line for version in part] for line in zip(*files, strict=True)]
    for number, line in enumerate(lines, start=1):
        if not line:
            raise InputError(f"sentence {number} has no reference in any of the files")
    return lines


def _seed() -> int:
    return seed_from(SEED, "bootstrap")


def _signature(language: str, **parts: object) -> str:
    """The parts that the scores depend on; for a package named without one, its version."""
    known = {name: version(name) if part is None else part for name, part in parts.items()}
    return format_signature({"language": language, **known, "resamples": RESAMPLES, "seed": SEED})


def _defined(score: Resampled | None) -> float | None:
    return None if score is None or math.isnan(score.value) else float(score.value)


def _difference(score: Resampled | None, first: Resampled | None) -> Resampled | None:
    return None if score is None or first is None else difference(score, first)


def _with_bounds(score: Resampled | None) -> dict[str, float | None]:
    """A difference, its 95 % interval and its p-value, None where undefined."""
    numbers = {} if score is None else {name: getattr(score, name) for name in ("low", "high", "p")}
    bounds = {name: numbers.get(name, math.nan) for name in ("low", "high", "p")}
    return {
        "value": _defined(score),
        **{name: None if math.isnan(bound) else float(bound) for name, bound in bounds.items()},
    }


def _distinct(systems: Sequence[Sequence[Row]]) -> dict[int, str]:
    """The numbers of the rows that differ, each with the measures that have the same content.

    Where a source has one reference, both assumptions of CLEME have.
    """
    alike: dict[str, tuple[int, list[str]]] = {}
    for number, rows in enumerate(zip(*systems, strict=True)):
        content = [
            (row.counts, [(name, _replicates(score)) for name, score in row.scores.items()])
            for row in rows
        ]
        alike.setdefault(repr(content), (number, []))[1].append(" ".join(rows[0].measure))
    return {number: ", ".join(measures) for number, measures in alike.values()}


def _replicates(score: Resampled | None) -> list[float]:
    return [] if score is None else [float(score.value), *score.replicates.tolist()]


def _print_measure(measures: str, row: Row, console: Console) -> None:
    if measures:
        counts = ", ".join(f"{kind.upper()} {_count(count)}" for kind, count in row.counts.items())
        console.print(Text(f"{measures}: {counts}", style="bold"))
    table = _narrow_table()
    for name in row.scores:
        table.add_column(_HEADINGS.get(name, name), justify="right", no_wrap=True)
    table.add_row(*(_shown_as(name, score) for name, score in row.scores.items()))
    console.print(table)
    console.print()


def _narrow_table() -> Table:
    """A table without lines, so that 80 columns are enough."""
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))


def _one_score_a_row(row: Row) -> Table:
    table = Table(title="scores with 95 % intervals", title_justify="left")
    table.add_column("measure")
    table.add_column("score", justify="right", no_wrap=True)
    for name, count in row.counts.items():
        table.add_row(_HEADINGS.get(name, name), _count(count))
    for name, score in row.scores.items():
        unit = "" if name == _MAE else " %"
        table.add_row(_HEADINGS.get(name, name), f"{_shown_as(name, score)}{unit}")
    return table


def _count(count: float | None) -> str:
    return numeral(count, 0 if count is None or float(count).is_integer() else 1)


def _shown_as(name: str, score: Resampled | None, *, signed: bool = False) -> str:
    """A score of that name, or a difference of two: in percent, but for those of severities."""
    decimals, scale = (3, 1) if name == _MAE else (2, 100)
    if score is None:
        return numeral(None, decimals)
    value, low, high = (scale * float(part) for part in (score.value, score.low, score.high))
    return with_interval(value, low, high, decimals, sources=int(score.sources), signed=signed)


def _shown_alone(score: Resampled | None) -> str:
    return numeral(None if score is None else 100 * float(score.value), 2)
