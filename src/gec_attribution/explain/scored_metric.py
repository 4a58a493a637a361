"""A metric that scores sentences, with its remarks on their scores."""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gec_attribution.attribution import Method
from gec_attribution.attribution.records import Component
from gec_attribution.games.game import Game
from gec_attribution.games.values import ValueTable
from gec_attribution.metrics.base import Metric
from gec_attribution.scores.engine import ReferencesBySource, score_columns, signature_of_scores

# Above this number of versions of one sentence a warning says that scoring may take minutes.
MANY_VERSIONS = 4096
# Component above 0 where a model read only a part of a pair.
_CUT = "truncated"

Read = tuple[str, tuple[str, ...]] | None
"""A source with the references that a metric reads; None where it reads none."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ScoredMetric:
    """A metric, or a component of one, by the name that its records have.

    Attributes:
        name: the name.
        metric: the metric.
        column: its score, or a component of it.
        store: the folder of the scores that are kept; None keeps none.
        label: its label in the study; None where it has none.
    """

    name: str
    metric: Metric
    column: str = "score"
    store: str | Path | None = None
    label: str | None = None

    def signature(self, references: ReferencesBySource) -> Mapping[str, object]:
        """Dependencies of the scores of sentences with these references."""
        component = {} if self.column == "score" else {"component": self.column}
        return {**signature_of_scores(self.metric, references), **component}


class Scoring:
    """Scores of the versions of some sentences with notes, remembered for their records."""

    def __init__(self, scored: ScoredMetric, references: ReferencesBySource) -> None:
        self.scored, self._metric = scored, scored.metric
        self._references = references
        self._rows: dict[tuple[str, str], dict[str, float]] = {}
        has_notes = type(self._metric).note is not Metric.note
        self._noted = self._metric.columns() if has_notes else []
        self._can_cut = _CUT in self._metric.components
        self._kept = [*self._metric.coefficients, *self._noted, *[_CUT] * self._can_cut]

    def score(self, sources: Sequence[str], texts: Sequence[str]) -> np.ndarray:
        """See `Score`."""
        self._warn_of_many(sources)
        columns = score_columns(
            self._metric, sources, texts, self.scored.store, references=self._references
        )
        if names := self._kept:
            rows = zip(*(columns[name].tolist() for name in names), strict=True)
            parts = (dict(zip(names, row, strict=True)) for row in rows)
            self._rows.update(zip(zip(sources, texts, strict=True), parts, strict=True))
        return columns[self.scored.column]

    def _warn_of_many(self, sources: Sequence[str]) -> None:
        for source, versions in Counter(sources).items():
            if versions > MANY_VERSIONS:
                logger.warning(
                    "%s: scores %d versions of one sentence, which may take minutes: %r; fewer are "
                    "scored where `coalitions.exact_up_to` is lower",
                    self.scored.name,
                    versions,
                    source,
                )

    def read_beside(self, game: Game) -> Read:
        """Texts of a game that the metric reads beside its coalitions."""
        if not self._metric.needs_references:
            return None
        return game.source, tuple(self._references[game.source])

    def note(self, game: Game, table: ValueTable) -> str | None:
        """Remarks on the scores of a game: the metric's note, and the texts that were cut.

        The metric's is empty where a component stands for it.
        """
        if not self._noted and not self._can_cut:
            return None
        rows = [self._rows[game.source, text] for text in game.texts(table.masks)]
        notes = []
        if self.scored.column == "score" and self._noted:
            columns = {name: np.array([parts[name] for parts in rows]) for name in self._noted}
            notes.append(self._metric.note(columns))
        if self._can_cut and (cut := sum(parts[_CUT] > 0 for parts in rows)):
            limited = "max_length" in self._metric.store_signature()
            notes.append(
                f"{cut} of the {len(rows)} sentences that were scored were cut, so that their ends "
                "may not count; "
                + (
                    "`scoring.max_length` moves the cut, as far as the model reads"
                    if limited
                    else "no more of a sentence is read"
                )
            )
        return "; ".join(filter(None, notes)) or None

    def components(
        self, game: Game, table: ValueTable, method: Method
    ) -> tuple[Component, ...] | None:
        """Attribution of each component that the score sums; None where it sums none.

        Nor is there any where the method asks for coalitions that the score itself did not need.
        """
        if self.scored.column != "score" or not self._metric.coefficients:
            return None
        rows = [self._rows[game.source, text] for text in game.texts(table.masks)]
        components = []
        for name, weight in self._metric.coefficients.items():
            values = ValueTable(table.n, table.masks, np.array([parts[name] for parts in rows]))
            try:
                phi = method.attribute(values, game.seed).phi
            except KeyError:
                return None
            ends = (values.baseline, values.score)
            components.append(Component(name, weight, *ends, tuple(phi.tolist())))
        return tuple(components)
