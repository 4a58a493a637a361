"""Value tables: the scores that a metric gives to the coalitions of one sentence's edits."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError, unknown
from gec_attribution.games.coalitions import MAX_PLAYERS, full_mask

if TYPE_CHECKING:
    import pyarrow as pa

Sentence = tuple[str, Sequence[Edit]]
"""A source, as M2 has it, and the edits that correct it: the players of its game."""
SentencesBySystem = Mapping[str, Iterable[Sentence]]
"""The sentences of each system, in the order of the corpus."""
_LineValues = tuple[int, np.ndarray, np.ndarray]
"""The number of a line, the masks of its coalitions, and their values by column."""


@dataclass(frozen=True)
class ValueTable:
    """The values of some or all of the 2^n coalitions of n edits.

    Attributes:
        n: number of edits.
        masks: (K,) uint64, ascending and distinct, at least one; bit k is set where edit k is
            applied.
        values: (K,) float64 scores of the coalition sentences; NaN where the metric has none.
    """

    n: int
    masks: np.ndarray
    values: np.ndarray

    def extended(self, masks: np.ndarray, values: np.ndarray) -> "ValueTable":
        """The table with more coalitions; of one that it has already, the new value counts."""
        both = np.concatenate([np.asarray(masks, dtype=np.uint64), self.masks])
        distinct, rows = np.unique(both, return_index=True)
        return ValueTable(self.n, distinct, np.concatenate([values, self.values])[rows])

    @property
    def is_complete(self) -> bool:
        """Whether all 2^n coalitions are there."""
        return len(self.masks) == 1 << self.n

    @property
    def dense(self) -> np.ndarray:
        """(2^n,) values indexed by mask.

        Raises:
            KeyError: the table is not complete.
        """
        if not self.is_complete:
            raise KeyError(
                f"the value table has {len(self.masks)} of 2^{self.n} coalitions"
            )
        return self.values

    @property
    def baseline(self) -> float:
        """The value of the empty coalition; of a correction, M(S|S)."""
        return float(self.at(0))

    @property
    def score(self) -> float:
        """The value of the grand coalition; of a correction, M(H|S)."""
        return float(self.at(full_mask(self.n)))

    def at(self, masks: np.ndarray | int) -> np.ndarray:
        """Values of `masks`, in their shape.

        Raises:
            KeyError: names a coalition that is not in the table.
        """
        masks = np.asarray(masks, dtype=np.uint64)
        rows = np.minimum(np.searchsorted(self.masks, masks), len(self.masks) - 1)
        missing = self.masks[rows] != masks
        if missing.any():
            first = masks[missing].flat[0]
            raise KeyError(f"coalition {first:#b} is not in the value table")
        return self.values[rows]


@dataclass(frozen=True)
class SentenceValues:
    """One corrected sentence with its values.

    Attributes:
        line: the line of the sentence in its corpus, from 1.
        source: the source as the corpus has it.
        edits: the edits that turn it into the hypothesis.
        table: the values of their coalitions.
        parts: values of other columns of the metric, such as its components, in the same order.
    """

    line: int
    source: str
    edits: tuple[Edit, ...]
    table: ValueTable
    parts: Mapping[str, ValueTable] = field(default_factory=dict)


def read_games(
    path: str | Path, systems: Iterable[str]
) -> dict[str, Iterator[Sentence]]:
    """The sentences of systems, or of references as the plan names them, in corpus order."""
    from pyarrow import compute, parquet

    table = parquet.read_table(path)
    return {
        system: _sentences(table.filter(compute.field("system") == system))
        for system in systems
    }


def _sentences(table: "pa.Table") -> Iterator[Sentence]:
    for batch in table.select(["source", "edits"]).to_batches(max_chunksize=1000):
        for row in batch.to_pylist():
            yield row["source"], tuple(Edit(**edit) for edit in row["edits"])


def sentences_with_values(
    games_path: str | Path,
    coalitions_path: str | Path,
    scores_path: str | Path,
    systems: Iterable[str],
    column: str = "score",
    *,
    parts: Sequence[str] = (),
) -> dict[str, Iterator[SentenceValues]]:
    """The sentences of each system in corpus order, with their value tables, one at a time.

    This is the one join of games, coalitions and scores: row k of a value table has the mask of a
    coalition of a line's edits and the score (or the component in `column`) of the pair that the
    plan has for it. `parts` names further columns. A sentence with more than `MAX_PLAYERS` edits
    has no coalitions and is left out.

    Raises:
        InputError: the files do not belong together; names the missing part.
    """
    planned = values_by_line(systems, coalitions_path, scores_path, [column, *parts])
    return {
        system: _with_values(sentences, planned[system], parts, coalitions_path)
        for system, sentences in read_games(games_path, systems).items()
    }


def parts_of(scores_path: str | Path) -> list[str]:
    """The columns of a metric's scores beside the score, such as its components."""
    from pyarrow import parquet

    names = parquet.read_schema(scores_path).names
    return [name for name in names if name not in {"pair", "score"}]


def values_by_line(
    systems: Iterable[str],
    coalitions_path: str | Path,
    scores_path: str | Path,
    columns: Sequence[str] = ("score",),
) -> dict[str, Iterator[_LineValues]]:
    """Lines of each system that have coalitions, with the masks and the values of these.

    Args:
        systems: the requested systems.
        coalitions_path: the planned coalitions, with the columns system, line (from 1), mask and
            pair, sorted by line and mask within each system.
        scores_path: a metric's scores, with the columns pair and score, and one for each component;
            row i belongs to pair i.
        columns: the columns with values: the score or components of it.

    Returns:
        By system, line by line: the number of the line, (K,) masks, and (columns, K) values.

    Raises:
        InputError: there is no such column, or a pair has no score.
    """
    from pyarrow import parquet

    scores = parquet.read_table(scores_path)
    for column in columns:
        if column not in scores.column_names:
            found = [name for name in scores.column_names if name != "pair"]
            raise InputError(f"{scores_path}: {unknown('column', column, found)}")
    planned = parquet.read_table(coalitions_path)
    pairs = planned["pair"].to_numpy()
    scored = scores["pair"].to_numpy()
    missing = np.setdiff1d(pairs, scored)
    if len(missing):
        raise InputError(
            f"{scores_path}: pair {missing[0]} has no score; score all pairs of the plan"
        )
    rows = np.searchsorted(scored, pairs)
    values = np.array([scores[column].to_numpy()[rows] for column in columns])
    system_of_rows = planned["system"].to_numpy()
    lines = planned["line"].to_numpy()
    masks = planned["mask"].to_numpy()
    by_system = {}
    for system in systems:
        own = system_of_rows == system
        by_system[system] = _lines_of(lines[own], masks[own], values[:, own])
    return by_system


def _lines_of(
    lines: np.ndarray, masks: np.ndarray, values: np.ndarray
) -> Iterator[_LineValues]:
    """The lines of a system that have coalitions, with their masks and values."""
    starts = np.flatnonzero(np.diff(lines, prepend=-1)).tolist()
    for start, stop in pairwise([*starts, len(lines)]):
        yield int(lines[start]), masks[start:stop], values[:, start:stop]


def _with_values(
    sentences: Iterable[Sentence],
    coalitions: Iterator[_LineValues],
    parts: Sequence[str],
    coalitions_path: str | Path,
) -> Iterator[SentenceValues]:
    planned = {line: (masks, values) for line, masks, values in coalitions}
    for line, (source, edits) in enumerate(sentences, start=1):
        if len(edits) > MAX_PLAYERS:
            continue
        masks, values = planned.get(line, (np.empty(0), np.empty(0)))
        ends = (0, full_mask(len(edits)))
        # Masks ascend, so the two ends are the first and the last.
        if len(masks) == 0 or (masks[0], masks[-1]) != ends:
            raise InputError(
                f"{coalitions_path}: line {line} lacks the source or the hypothesis of its "
                f"{len(edits)} edits; plan the coalitions again from these edits"
            )
        table, *others = [ValueTable(len(edits), masks, column) for column in values]
        tables_of_parts = dict(zip(parts, others, strict=True))
        yield SentenceValues(line, source, tuple(edits), table, tables_of_parts)
