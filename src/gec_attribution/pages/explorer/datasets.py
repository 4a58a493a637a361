"""The results of a study about a data set, line by line, as the explorer shows them."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from gec_attribution.attribution.dataset import line_by_line
from gec_attribution.attribution.record_files import read_json_records
from gec_attribution.corpora.files import read_authors
from gec_attribution.corpora.forms import Entry
from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.m2 import read_references
from gec_attribution.edits.matching import matches
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.explanations.records import (
    ExplainedEdit,
    ExplainedSentence,
    correction_of,
    read_explanations_of,
)
from gec_attribution.games.missed import missed_edits
from gec_attribution.games.values import (
    Sentence,
    ValueTable,
    read_games,
    sentences_with_values,
)
from gec_attribution.languages import load_language
from gec_attribution.pages.explorer.form import (
    DatasetInIndex,
    Details,
    EditExplanation,
    EditWithExplanation,
    ListedSentence,
    Numbers,
    Texts,
    Values,
)
from gec_attribution.pages.explorer.sentences import (
    add_numbers,
    edits_of,
    explanation_of,
    pieces_of,
    unexplained,
    values_of,
)

# Small enough for a file that opens at once, large enough for few files.
CORRECTIONS_PER_CHUNK = 240

Item = TypeVar("Item")


@dataclass(frozen=True, kw_only=True)
class DatasetFiles:
    """The results of a study about one data set.

    Attributes:
        name: its key in the study.
        label: its label.
        language: code of its language.
        systems: names of its systems, in the study's order.
        methods: names of the attribution methods, in the study's order.
        games: the table of their edits.
        references: the M2 files of its references; may be none.
        records: the records by each metric.
        coalitions: the table of planned coalitions.
        scores: the scores of each metric.
        explanations: files by explainer and system: explanations of the system's corrections in
            EXCGEC's JSON, one file for each run.
        explained_references: files with explanations of the first reference, by explainer; the
            empty name stands for the data set, whose reference may come with explanations.
        judged: people's judgements of the only system's corrections; None without any.
        authors: who wrote each line; None where that is not known.
        authors_entry: the configuration of that file.
        lines: the part of both that the data set takes; None for all.
    """

    name: str
    label: str
    language: str
    systems: Sequence[str]
    methods: Sequence[str]
    games: Path
    references: Sequence[Path]
    records: Mapping[str, Path]
    coalitions: Path
    scores: Mapping[str, Path]
    explanations: Mapping[str, Mapping[str, Sequence[Path]]] = field(
        default_factory=dict
    )
    explained_references: Mapping[str, Sequence[Path]] = field(default_factory=dict)
    judged: Path | None = None
    authors: Path | None = None
    authors_entry: Entry | None = None
    lines: str | None = None


class Line(NamedTuple):
    """A line of a data set.

    Attributes:
        listed: what the list has of it.
        texts: its texts.
        searched: its source and its hypotheses as people would write them.
        details: the details of its corrections.
    """

    listed: ListedSentence
    texts: Texts
    searched: list[str]
    details: list[Details]


class Dataset:
    """A data set, read line by line.

    Attributes:
        files: its files.
        language: its language.
        signatures: what the attributions of each metric and method depend on; so far as lines were
            read.
        numbers: the numbers by metric; so far as lines were read.

    Raises:
        InputError: its files do not belong together; says which.
    """

    def __init__(self, files: DatasetFiles) -> None:
        self.files = files
        self.language = load_language(files.language)
        games = read_games(files.games, files.systems)
        self._lines = list(zip(*games.values(), strict=True))
        count = len(self._lines)
        self._references: Sequence[Sequence[Sequence[Edit]]] = [()] * count
        if files.references:
            self._references = read_references(files.references)
        self._authors = [""] * count
        if files.authors:
            entry = files.authors_entry
            self._authors = read_authors(
                files.authors, entry, expected=count, lines=files.lines
            )
        self._judged = _judgements(files, self._lines)
        self.signatures: dict[str, dict[str, str]] = {}
        self.numbers: dict[str, Numbers] = {}

    @property
    def lines_per_chunk(self) -> int:
        """Number of lines of a chunk; the last one may have fewer."""
        return max(1, CORRECTIONS_PER_CHUNK // len(self.files.systems))

    def index(self) -> DatasetInIndex:
        """The data set in the index, once its lines have been read."""
        return {
            "name": self.files.name,
            "label": self.files.label,
            "language": self.language.code,
            "gap": self.language.join(["", ""]),
            "systems": self.files.systems,
            "references": max(map(len, self._references), default=0),
            "signatures": self.signatures,
            "lines": len(self._lines),
            "lines_per_chunk": self.lines_per_chunk,
        }

    def lines(self) -> Iterator[Line]:
        """The lines in order."""
        scored = _Scored(self.files)
        sources = [sentences[0][0] for sentences in self._lines]
        explained = _Explained(self.files, sources)
        for place, sentences in enumerate(self._lines):
            line = self._uncorrected(place)
            for system, sentence in zip(self.files.systems, sentences, strict=True):
                _, edits = sentence
                records, values = scored.of(place + 1, system, sentence)
                add_numbers(self.numbers, records)
                self._sign(records)
                whole = unexplained(sentence, self.language)
                remarks = self._remarks(place, edits)
                line.listed["corrections"].append(edits_of(whole, remarks))
                line.texts["corrections"].append(pieces_of(whole))
                line.searched.append(self._searched(whole.hypothesis))
                details: Details = {
                    "records": records,
                    "values": values,
                    "explanations": explained.of_correction(place, system, edits),
                    "explained_references": explained.of_reference(place),
                }
                line.details.append(details)
            yield line
        scored.check_over()

    def _uncorrected(self, place: int) -> Line:
        """A line without its corrections, by its place from 0."""
        sentences = self._lines[place]
        source = sentences[0][0]
        edits = []
        pieces = []
        for reference in self._references[place]:
            whole = unexplained((source, reference), self.language)
            edits.append(edits_of(whole, _untouched(reference, sentences)))
            pieces.append(pieces_of(whole))
        listed: ListedSentence = {
            "length": len(self.language.tokenize(source)),
            "author": self._authors[place],
            "references": edits,
            "corrections": [],
        }
        texts: Texts = {"references": pieces, "corrections": []}
        return Line(listed, texts, [self._searched(source)], [])

    def _searched(self, text: str) -> str:
        return self.language.searched(self.language.tokenize(text))

    def _remarks(self, place: int, edits: Sequence[Edit]) -> list[dict[str, object]]:
        """Whether a reference has each edit, and what people said of it."""
        referenced = np.zeros(len(edits), dtype=bool)
        for reference in self._references[place]:
            referenced |= matches(edits, reference)
        judged = self._judged[place] if self._judged else [""] * len(edits)
        remarks: list[dict[str, object]] = []
        for is_referenced, judgement in zip(referenced, judged, strict=True):
            remark: dict[str, object] = {}
            if is_referenced:
                remark["referenced"] = True
            if judgement:
                remark["judged"] = judgement
            remarks.append(remark)
        return remarks

    def _sign(self, records: Sequence[Mapping[str, Any]]) -> None:
        """Note what the records of each metric and method depend on."""
        for record in records:
            by_method = self.signatures.setdefault(record["metric"], {})
            # The first records of a metric may be undefined ones without a signature.
            if not by_method.get(record["method"]):
                by_method[record["method"]] = record["signature"]


def _untouched(
    reference: Sequence[Edit], sentences: Sequence[Sentence]
) -> list[dict[str, object]]:
    """Flags of the edits of a reference: whether all systems missed them."""
    missed = [missed_edits(edits, reference)[0] for _, edits in sentences]
    remarks: list[dict[str, object]] = []
    for edit in reference:
        is_untouched = all(edit in missed_by_system for missed_by_system in missed)
        remarks.append({"untouched": True} if is_untouched else {})
    return remarks


def _judgements(
    files: DatasetFiles, lines: Sequence[Sequence[Sentence]]
) -> list[list[str]]:
    """Judgements of people on each edit of the only system, by line; none where nobody was asked.

    Raises:
        InputError: the judgements are of other edits.
    """
    if files.judged is None:
        return []
    judged = read_judged(files.judged, files.lines)
    counts = [len(edits) for ((_, edits),) in lines]
    if [len(correction.valid) for correction in judged] != counts:
        raise InputError(
            f"{files.judged}: has other edits than the corrections of {files.name}"
        )
    judgements = []
    for correction in judged:
        shares = correction.valid
        # Where judges are split evenly, they said neither.
        said = np.select([shares > 0.5, shares < 0.5], ["valid", "invalid"], "")
        judgements.append(said.tolist())
    return judgements


class _InOrder(Generic[Item]):
    """Items of a stream by place, asked for in the order of the stream."""

    def __init__(self, items: Iterator[tuple[Hashable, Item]]) -> None:
        self._items = items
        self._next = next(items, None)

    def at(self, place: Hashable) -> Item | None:
        """The item of a place; None if there is none."""
        if self._next is None or self._next[0] != place:
            return None
        _, item = self._next
        self._next = next(self._items, None)
        return item

    @property
    def is_over(self) -> bool:
        """Whether all items were asked for."""
        return self._next is None


class _Scored:
    """Records and value tables of the corrections of a data set, asked for in order."""

    def __init__(self, files: DatasetFiles) -> None:
        self._files = files
        self._language = load_language(files.language)
        self._records = {
            metric: _InOrder(_records(path)) for metric, path in files.records.items()
        }
        self._tables = {
            metric: _InOrder(_tables(files, metric)) for metric in files.scores
        }

    def of(
        self, line: int, system: str, sentence: Sentence
    ) -> tuple[list[dict], dict[str, Values]]:
        """The records of a correction, undefined ones where it was left out, and its values."""
        records = []
        values = {}
        for metric, path in self._files.records.items():
            found = self._records[metric].at((line, system))
            if found is None:
                methods = self._files.methods
                whole = unexplained(sentence, self._language, metric)
                found = [replace(whole, method=method).to_dict() for method in methods]
            if any(len(record["edits"]) != len(sentence[1]) for record in found):
                raise InputError(
                    f"{path}: has other edits than the plan; attribute the edits again"
                )
            records += found
            table = self._tables[metric].at((line, system))
            if table is not None:
                values[metric] = values_of(table)
        return records, values

    def check_over(self) -> None:
        """Raise InputError if there are records of other corrections."""
        for metric, path in self._files.records.items():
            if not self._records[metric].is_over:
                raise InputError(
                    f"{path}: has other edits than the plan; attribute the edits again"
                )


def _records(path: Path) -> Iterator[tuple[Hashable, list[dict]]]:
    """The records of a file with their line and system; those of a correction together."""
    for place, records in groupby(
        read_json_records(path), key=itemgetter("line", "system")
    ):
        yield place, list(records)


def _tables(files: DatasetFiles, metric: str) -> Iterator[tuple[Hashable, ValueTable]]:
    """The value tables under a metric with their line and system."""
    scores = files.scores[metric]
    by_system = sentences_with_values(
        files.games, files.coalitions, scores, files.systems
    )
    for system, sentence in line_by_line(by_system):
        yield (sentence.line, system), sentence.table


class _Explained:
    """Explanations in words of a data set's corrections and of its first reference."""

    def __init__(self, files: DatasetFiles, sources: Sequence[str]) -> None:
        texts = list(map(load_language(files.language).normalise, sources))

        def read(paths: Sequence[Path]) -> list[Sequence[ExplainedSentence]]:
            return [read_explanations_of(path, texts).sentences for path in paths]

        self._corrections = {
            explainer: {system: read(paths) for system, paths in by_system.items()}
            for explainer, by_system in files.explanations.items()
        }
        self._references = {
            explainer: read(paths)
            for explainer, paths in files.explained_references.items()
        }

    def of_correction(
        self, place: int, system: str, edits: Sequence[Edit]
    ) -> dict[str, list[list[EditExplanation | None]]]:
        """Explanations of each edit of the line at a place, from 0, by every run of explainers."""
        said: dict[str, list[list[EditExplanation | None]]] = {}
        for explainer, by_system in self._corrections.items():
            own_runs = by_system.get(system, ())
            runs = [_explanations_about(edits, run[place]) for run in own_runs]
            missing = max(map(len, by_system.values())) - len(runs)
            said[explainer] = runs + [[None] * len(edits)] * missing
        return said

    def of_reference(self, place: int) -> dict[str, list[list[EditWithExplanation]]]:
        """Explanations of the first reference by each run of each explainer.

        The edits are the explainer's, which may differ from those of the data set.
        """
        said = {}
        for explainer, runs in self._references.items():
            said[explainer] = [_in_order(run[place]) for run in runs]
        return said


def _explanations_about(
    edits: Sequence[Edit], sentence: ExplainedSentence
) -> list[EditExplanation | None]:
    """The explanation of each edit, which its span and its new characters tell."""
    said = {
        _key(each.edit): explanation_of(each.explanation) for each in sentence.edits
    }
    return [said.get(_key(edit)) for edit in edits]


def _key(edit: Edit) -> tuple[int, int, str]:
    """The span and the new characters of an edit, by which explainers tell it from others."""
    return edit.start, edit.end, correction_of(edit)


def _in_order(sentence: ExplainedSentence) -> list[EditWithExplanation]:
    in_order = sorted(sentence.edits, key=lambda each: each.edit.span)
    return list(map(_with_edit, in_order))


def _with_edit(explained: ExplainedEdit) -> EditWithExplanation:
    return {
        "start": explained.edit.start,
        "end": explained.edit.end,
        "original": explained.original,
        "correction": correction_of(explained.edit),
        **explanation_of(explained.explanation),
    }
