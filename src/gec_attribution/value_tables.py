"""Value tables: what a metric gives the coalitions of one sentence's edits."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from gec_attribution.coalitions import MAX_EDITS, full_mask
from gec_attribution.edits import Edit, edits_of
from gec_attribution.errors import InputError


@dataclass(frozen=True)
class ValueTable:
    """The values of some or all of the 2^n coalitions of n edits.

    Attributes:
        n: number of edits.
        masks: (K,) uint64, ascending and distinct; bit k is set where edit k is applied.
        values: (K,) float64 scores of the coalition sentences; NaN where the metric has none.
    """

    n: int
    masks: np.ndarray
    values: np.ndarray

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
            raise KeyError(f"the value table has {len(self.masks)} of 2^{self.n} coalitions")
        return self.values

    @property
    def baseline(self) -> float:
        """M(S|S): the value of the empty coalition."""
        return float(self.at(0))

    @property
    def score(self) -> float:
        """M(H|S): the value of all edits."""
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
            raise KeyError(f"coalition {masks[missing].flat[0]:#b} is not in the value table")
        return self.values[rows]


@dataclass(frozen=True)
class SentenceValues:
    """One corrected sentence with its values.

    Attributes:
        line: index of the sentence in its corpus, from 0.
        source: the source as the corpus has it.
        edits: the edits that turn it into the hypothesis.
        table: the values of their coalitions.
    """

    line: int
    source: str
    edits: tuple[Edit, ...]
    table: ValueTable


def sentences_with_values(
    edits_paths: Mapping[str, str | Path],
    coalitions_path: str | Path,
    scores_path: str | Path,
    column: str = "score",
) -> dict[str, Iterator[SentenceValues]]:
    """The sentences of each system in corpus order, with their value tables, one at a time.

    A sentence with more than `MAX_EDITS` edits has no coalitions and is left out.

    Args:
        edits_paths: the M2 file of each system.
        coalitions_path: their coalitions: system, line, mask, pair; sorted by line and mask within
            each system.
        scores_path: a metric's scores by pair.
        column: which column of the scores is the value: the score or a component of it.

    Raises:
        InputError: the files do not belong together; says what is missing where.
    """
    coalitions = pd.read_parquet(coalitions_path, columns=["system", "line", "mask", "pair"])
    values = _values_of_pairs(coalitions["pair"].to_numpy(), scores_path, column)
    coalitions = coalitions.assign(value=values)
    return {
        system: _with_values(path, coalitions[coalitions["system"] == system], coalitions_path)
        for system, path in edits_paths.items()
    }


def _with_values(
    edits_path: str | Path, coalitions: pd.DataFrame, coalitions_path: str | Path
) -> Iterator[SentenceValues]:
    sentences = edits_of(edits_path)
    masks, values = coalitions["mask"].to_numpy(), coalitions["value"].to_numpy()
    bounds = np.searchsorted(coalitions["line"].to_numpy(), np.arange(len(sentences) + 1))
    for line, (source, edits) in enumerate(sentences):
        if len(edits) > MAX_EDITS:
            continue
        rows = slice(bounds[line], bounds[line + 1])
        table = ValueTable(len(edits), masks[rows], values[rows])
        if {0, full_mask(len(edits))} - {*table.masks[:1].tolist(), *table.masks[-1:].tolist()}:
            raise InputError(
                f"{coalitions_path}: line {line + 1} lacks the source or the hypothesis of its "
                f"{len(edits)} edits in {edits_path}; plan the coalitions again from these edits"
            )
        yield SentenceValues(line, source, edits, table)


def _values_of_pairs(pairs: np.ndarray, scores_path: str | Path, column: str) -> np.ndarray:
    scores = pd.read_parquet(scores_path)
    if column not in scores:
        known = ", ".join(name for name in scores if name != "pair")
        raise InputError(f"{scores_path}: there is no column {column!r}; there are {known}")
    rows = pd.Index(scores["pair"]).get_indexer(pairs)
    if (rows < 0).any():
        raise InputError(
            f"{scores_path}: pair {pairs[rows < 0][0]} has no score; score all pairs of the plan"
        )
    return scores[column].to_numpy(dtype=np.float64)[rows]
