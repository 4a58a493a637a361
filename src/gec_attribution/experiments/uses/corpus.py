"""Edits that are used, and F0.5 of those chosen against references, with its resamples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from gec_attribution.edits.matching import best_reference
from gec_attribution.edits.model import Edit
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.judging.edits_in_references import References
from gec_attribution.judging.f_scores import f_scores
from gec_attribution.statistics.bootstrap import Resampled, count_sources, renumbered

PRECISION, RECALL, F = range(3)
"""Places of the scores of `Corpus.scores`."""
EditsByLine = Mapping[int, Sequence[tuple[int, Edit]]]
"""The edits of each line, with their places in a table."""


def by_line(edits: pd.DataFrame) -> EditsByLine:
    """The edits of a table by line."""
    lines: dict[int, list[tuple[int, Edit]]] = {}
    columns = edits[["line", "start", "end", "correction", "type"]]
    for place, (line, *edit) in enumerate(columns.itertuples(index=False, name=None)):
        lines.setdefault(line, []).append((place, Edit(*edit)))
    return lines


@dataclass(frozen=True)
class Corpus:
    """References of the lines of a data set, and the source of each line.

    Attributes:
        references: the references of each line.
        source: (lines,) number of each line's source.
        fold: (lines,) the fold of that source.
    """

    references: References
    source: np.ndarray
    fold: np.ndarray

    def counts(self, line: int, edits: Sequence[Edit]) -> tuple[int, int, int]:
        """Counts of a line's edits against the reference of best F0.5; lines count from 1."""
        return best_reference(edits, self.references[line - 1])[1]

    def counts_of_kept(self, lines: EditsByLine, keeps: np.ndarray) -> np.ndarray:
        """Counts of the kept edits of every line: (lines, 3); `keeps` is a mask of all edits."""
        counts = []
        for line in range(1, len(self.references) + 1):
            kept = [edit for place, edit in lines.get(line, ()) if keeps[place]]
            counts.append(self.counts(line, kept))
        return np.array(counts, dtype=float)

    def scores(self, evaluation: Evaluation, counts: np.ndarray) -> Resampled:
        """Precision, recall and F0.5 of the (lines, 3) counts."""
        sources = count_sources(self.source)
        sums = np.zeros((sources, 3))
        np.add.at(sums, self.source, counts)

        def compute(times: np.ndarray) -> np.ndarray:
            tp, fp, fn = (times @ sums).T
            return np.stack(f_scores(tp, fp, fn), axis=1)

        return evaluation.statistic(compute, sources)

    def tuned(self, counts: np.ndarray) -> np.ndarray:
        """Counts of the choice with the best F0.5 elsewhere, out of (choices, lines, 3) counts.

        For each fold, the choice is made on the other ones; the first among equals.

        Returns:
            (lines,) the number of the choice of each line's fold.
        """
        chosen = np.zeros(len(self.fold), dtype=np.int64)
        for fold in np.unique(self.fold):
            is_in_fold = self.fold == fold
            elsewhere = counts[:, ~is_in_fold].sum(axis=1)
            tp, fp, fn = elsewhere.T
            chosen[is_in_fold] = f_scores(tp, fp, fn).f.argmax()
        return chosen


@dataclass(frozen=True)
class Used:
    """Edits of a data set with an attribution by every metric.

    Attributes:
        edits: system, line, start, end, correction, type, agreement (share of other systems with
            the edit; NaN without another one), `in a reference`, and by each truth whether an edit
            is right: `right by references`, and `right by people` where they judged (NaN where they
            are split).
        phi: (edits,) attributions by metric; 0 within noise.
        signatures: dependencies of the attributions of each metric.
        corpus: the references.
    """

    edits: pd.DataFrame
    phi: Mapping[str, np.ndarray]
    signatures: Mapping[str, str]
    corpus: Corpus

    @property
    def fold(self) -> np.ndarray:
        """(edits,) the fold of each edit's source."""
        return self.corpus.fold[self.edits["line"].to_numpy() - 1]

    @property
    def source(self) -> np.ndarray:
        """(edits,) number of each edit's source, from 0 without a gap."""
        sources = self.corpus.source[self.edits["line"].to_numpy() - 1]
        return renumbered(sources)

    def of(self, rows: np.ndarray) -> "Used":
        """Some of the edits, by mask."""
        phi = {metric: values[rows] for metric, values in self.phi.items()}
        return replace(self, edits=self.edits[rows], phi=phi)
