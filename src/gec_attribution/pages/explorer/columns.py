"""Columns that the explorer reads first: the numbers by which it filters and sorts.

Corrections, the pairs of a sentence and a system, are numbered data set by data set, in each line
by line, and for each line in the order of the systems; edits are numbered through all corrections.
Numbers of corrections and edits index every column.
"""

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from gec_attribution.corpora.files import Entry, read_authors
from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.m2 import read_references
from gec_attribution.edits.matching import matches
from gec_attribution.edits.model import Edit, m2_text
from gec_attribution.errors import InputError
from gec_attribution.games.missed import missed_edits
from gec_attribution.games.values import read_games
from gec_attribution.languages import Language, load_language
from gec_attribution.pages.explorer.form import (
    NO_REFERENCE,
    DatasetColumns,
    ReferenceColumns,
    Written,
)
from gec_attribution.statistics.signs import signs_of

# Small enough for a file that opens at once, large enough for few files.
CORRECTIONS_PER_CHUNK = 240
# Columns of attributions that are read; those of the sentence are the same in all its rows.
_PLACE = ["system", "line", "edit"]
EDIT_COLUMNS = ["phi", "stderr"]
SENTENCE_COLUMNS = ["baseline", "score", "exact", "scale", "evaluations", "seed"]


@dataclass(frozen=True, kw_only=True)
class DatasetFiles:
    """The results of a study about one data set.

    Attributes:
        name: its key in the study.
        label: its label.
        language: code of its language.
        systems: names of its systems, in the study's order.
        games: the table of their edits.
        references: the M2 files of its references; may be none.
        attributions: the attributions of each metric and, in it, each method.
        coalitions: the table of planned coalitions.
        scores: the scores of each metric.
        interactions: the interactions of each metric; may be none.
        explanations: by explainer, its explanations of some systems' corrections in EXCGEC's JSON,
            one file for each of its runs.
        explained_references: likewise of the first reference; the empty name stands for the data
            set, whose reference may come with explanations.
        judged: people's judgements of the only system's corrections; None without any.
        authors: who wrote each line; None where that is not known.
        authors_entry: the configuration of that file.
        lines: the part of both that the data set takes; None for all.
    """

    name: str
    label: str
    language: str
    systems: Sequence[str]
    games: Path
    references: Sequence[Path]
    attributions: Mapping[str, Mapping[str, Path]]
    coalitions: Path
    scores: Mapping[str, Path]
    interactions: Mapping[str, Path]
    explanations: Mapping[str, Mapping[str, Sequence[Path]]] = field(default_factory=dict)
    explained_references: Mapping[str, Sequence[Path]] = field(default_factory=dict)
    judged: Path | None = None
    authors: Path | None = None
    authors_entry: Entry | None = None
    lines: str | None = None


@dataclass(frozen=True)
class Attributions:
    """The attributions of one metric and method, in the order of corrections and edits.

    Attributes:
        edits: `phi` and `stderr`, each (edits,); and `sign`, −1, 0 or 1, NaN where φ is.
        corrections: `baseline`, `score`, `exact`, `scale`, `evaluations` and `seed`, each
            (corrections,); those without attributions have NaN, the seed −1.
        signature: everything that these numbers depend on.
    """

    edits: Mapping[str, np.ndarray]
    corrections: Mapping[str, np.ndarray]
    signature: str


@dataclass(frozen=True, kw_only=True)
class Corrected:
    """The corrections of one data set.

    Attributes:
        name: its key in the study.
        label: its label.
        language: their language.
        systems: names of its systems.
        sources: each source as in M2.
        edits: the edits of each correction.
        attributions: of each metric and, in it, each method.
        references: the edits of each reference of each line; no line where there are none.
        judged: judgement of each edit by people: 0 for none, 1 for valid, 2 for invalid; empty
            where nobody was asked.
        authors: who wrote each line; empty where nothing says that.
        written: the white space of ordinary text; None where sentences came as tokens.
    """

    name: str
    label: str
    language: Language
    systems: Sequence[str]
    sources: Sequence[str]
    edits: Sequence[Sequence[Edit]]
    attributions: Mapping[str, Mapping[str, Attributions]]
    references: Sequence[Sequence[Sequence[Edit]]] = ()
    judged: Sequence[int] = ()
    authors: Sequence[str] = ()
    written: Written | None = None

    @cached_property
    def offsets(self) -> np.ndarray:
        """(corrections + 1,) the number of each correction's first edit, and how many there are."""
        return np.cumsum([0, *map(len, self.edits)])

    @property
    def lines_per_chunk(self) -> int:
        """How many lines a chunk has; the last one may have fewer."""
        return max(1, CORRECTIONS_PER_CHUNK // len(self.systems))


def read_dataset(files: DatasetFiles) -> Corrected:
    """Read the corrections of a data set, and the contribution of each edit.

    Raises:
        InputError: the files do not belong together; says which.
    """
    language = load_language(files.language)
    by_line = list(zip(*read_games(files.games, files.systems).values(), strict=True))
    sources = [corrections[0][0] for corrections in by_line]
    edits = [edits for corrections in by_line for _, edits in corrections]
    offsets = np.cumsum([0, *map(len, edits)])
    return Corrected(
        name=files.name,
        label=files.label,
        language=language,
        systems=files.systems,
        sources=[m2_text(language.tokenize(source)) for source in sources],
        edits=edits,
        attributions={
            metric: {
                method: _read_attributions(path, files.systems, offsets)
                for method, path in by_method.items()
            }
            for metric, by_method in files.attributions.items()
        },
        references=read_references(files.references) if files.references else [],
        judged=_judgements(files, edits),
        authors=read_authors(
            files.authors, files.authors_entry, expected=len(sources), lines=files.lines
        )
        if files.authors
        else [],
    )


def columns_of(dataset: Corrected, types: dict[str, int]) -> DatasetColumns:
    """The columns of one data set; new error types are added to `types`, the number of each."""
    edits = list(chain.from_iterable(dataset.edits))
    unchanged = np.diff(dataset.offsets) == 0
    by_metric = {
        metric: next(iter(by_method.values())) for metric, by_method in dataset.attributions.items()
    }
    named = dict.fromkeys(filter(None, dataset.authors))
    authors = {name: number for number, name in enumerate(named, start=1)}
    columns: DatasetColumns = {
        "name": dataset.name,
        "label": dataset.label,
        "language": dataset.language.code,
        "gap": dataset.language.join(["", ""]),
        "systems": dataset.systems,
        "references": max(map(len, dataset.references), default=0),
        "sources": dataset.sources,
        "corrections": [edit.correction for edit in edits],
        "edits": packed([len(some) for some in dataset.edits], "<u2"),
        "start": packed([edit.start for edit in edits], "<u4"),
        "end": packed([edit.end for edit in edits], "<u4"),
        "type": packed([types.setdefault(edit.type, len(types)) for edit in edits], "<u2"),
        "referenced": packed(list(_referenced(dataset)), "<u1"),
        "judged": packed(dataset.judged or [0] * len(edits), "<u1"),
        "change": {
            metric: packed(
                # A sentence without edits has no attribution, and its score has not changed.
                np.where(
                    unchanged,
                    0,
                    attributed.corrections["score"] - attributed.corrections["baseline"],
                ),
                "<f4",
            )
            for metric, attributed in by_metric.items()
        },
        # Noise is no contribution: it is written as zero.
        "phi": {
            metric: {
                method: packed(
                    np.where(attributed.edits["sign"] == 0, 0, attributed.edits["phi"]), "<f4"
                )
                for method, attributed in by_method.items()
            }
            for metric, by_method in dataset.attributions.items()
        },
        **_reference_columns(dataset, types),
        "authors": list(authors),
        "author": packed([authors.get(name, 0) for name in dataset.authors], "<u4"),
        "lines_per_chunk": dataset.lines_per_chunk,
    }
    if dataset.written is not None:
        columns["written"] = dataset.written
    return columns


def _reference_columns(dataset: Corrected, types: dict[str, int]) -> ReferenceColumns:
    most = max(map(len, dataset.references), default=0)
    counts = [
        [*map(len, references), *[NO_REFERENCE] * (most - len(references))]
        for references in dataset.references
    ]
    edits = [edit for line in dataset.references for reference in line for edit in reference]
    return {
        "reference_edits": packed(counts, "<u2"),
        "reference_start": packed([edit.start for edit in edits], "<u4"),
        "reference_end": packed([edit.end for edit in edits], "<u4"),
        "reference_type": packed(
            [types.setdefault(edit.type, len(types)) for edit in edits], "<u2"
        ),
        "reference_corrections": [edit.correction for edit in edits],
        "untouched": packed(list(_untouched(dataset)), "<u1"),
    }


def packed(values: Sequence | np.ndarray, form: str) -> str:
    """A column as base64 of its values in a NumPy format, such as `<f4`."""
    return base64.b64encode(np.asarray(values).astype(form).tobytes()).decode()


def _judgements(files: DatasetFiles, edits: Sequence[Sequence[Edit]]) -> list[int]:
    """See `Corrected.judged`.

    Raises:
        InputError: the judgements are of other edits.
    """
    if files.judged is None:
        return []
    judged = read_judged(files.judged, files.lines)
    if [len(correction.valid) for correction in judged] != list(map(len, edits)):
        raise InputError(f"{files.judged}: has other edits than the corrections of {files.name}")
    shares = np.concatenate([correction.valid for correction in judged])
    # Where judges are split evenly, they said neither.
    return np.select([shares > 0.5, shares < 0.5], [1, 2], 0).tolist()


def _referenced(dataset: Corrected) -> Iterator[bool]:
    """Whether a reference has the edit, for each edit."""
    systems = len(dataset.systems)
    references = dataset.references or [()] * len(dataset.sources)
    for number, edits in enumerate(dataset.edits):
        referenced = np.zeros(len(edits), dtype=bool)
        for reference in references[number // systems]:
            referenced |= matches(edits, reference)
        yield from referenced.tolist()


def _untouched(dataset: Corrected) -> Iterator[bool]:
    """For each edit of each reference of each line whether all systems missed it."""
    systems = len(dataset.systems)
    for line, references in enumerate(dataset.references):
        corrections = dataset.edits[line * systems : (line + 1) * systems]
        for reference in references:
            missed = [missed_edits(edits, reference)[0] for edits in corrections]
            for edit in reference:
                yield all(edit in own for own in missed)


def _read_attributions(path: Path, systems: Sequence[str], offsets: np.ndarray) -> Attributions:
    table = pd.read_parquet(path, columns=[*_PLACE, *EDIT_COLUMNS, *SENTENCE_COLUMNS])
    place = {system: number for number, system in enumerate(systems)}
    lines = table["line"].to_numpy() - 1
    # The type is named for a table without rows.
    correction = lines * len(systems) + table["system"].map(place).to_numpy().astype(np.int64)
    edit = offsets[correction] + table["edit"].to_numpy()
    if not np.array_equal(np.diff(offsets)[correction] > table["edit"], np.ones(len(table))):
        raise InputError(f"{path}: has other edits than the plan; attribute the edits again")
    by_edit = {name: table[name].to_numpy() for name in EDIT_COLUMNS} | {"sign": signs_of(table)}
    by_correction = {name: table[name].to_numpy() for name in SENTENCE_COLUMNS}
    return Attributions(
        {name: _placed(values, edit, offsets[-1]) for name, values in by_edit.items()},
        {
            name: _placed(values, correction, len(offsets) - 1)
            for name, values in by_correction.items()
        },
        _signature(path),
    )


def _placed(values: np.ndarray, places: np.ndarray, count: int) -> np.ndarray:
    """The values at their places; elsewhere NaN, or −1 among whole numbers."""
    whole = np.issubdtype(values.dtype, np.integer)
    placed = np.full(count, -1 if whole else np.nan, np.int64 if whole else np.float64)
    placed[places] = values
    return placed


def _signature(path: Path) -> str:
    """The signature that all rows of an attributions table have; empty where it has no row."""
    # Read as a dictionary, since the one value is longer than the rest of the table.
    column = pq.read_table(path, columns=["signature"], read_dictionary=["signature"])[0]
    return column[0].as_py() if len(column) else ""
