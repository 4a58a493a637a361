"""A metric that scores sentences, as their records name it."""

import functools
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gec_attribution.attribution import Method
from gec_attribution.attribution.explained import ScoredBy
from gec_attribution.attribution.signatures import record_signature
from gec_attribution.languages.pipelines import unusual_pipeline
from gec_attribution.metrics.base import Metric
from gec_attribution.metrics.notes import CUT, cut_note
from gec_attribution.scores.engine import (
    ReferencesBySource,
    score_columns,
    signature_of_scores,
)

# Above this number of versions of one sentence a warning says that scoring may take minutes.
MANY_VERSIONS = 4096

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Origin:
    """Dependencies of numbers beside metric and method.

    Attributes:
        language: code of the sentences' language.
        edits: dependencies of the edits: see `languages.edit_files.edits_identity`.
        seed: the study's seed.
    """

    language: str
    edits: Mapping[str, object]
    seed: int


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

    @property
    def columns(self) -> list[str]:
        """The columns of its scores that records are made from, the attributed one first."""
        return list(dict.fromkeys([self.column, *self.metric.columns()]))

    def score(
        self,
        sources: Sequence[str],
        texts: Sequence[str],
        references: ReferencesBySource,
    ) -> np.ndarray:
        """The scores of sentences: (n, columns)."""
        self._warn_of_many(sources)
        scored = score_columns(
            self.metric, sources, texts, self.store, references=references
        )
        return np.column_stack([scored[name] for name in self.columns])

    def recorded(self, references: ReferencesBySource, origin: Origin) -> ScoredBy:
        """The metric as records of sentences with these references name it."""
        is_whole = self.column == "score"
        scored_by = signature_of_scores(self.metric, references)
        if not is_whole:
            scored_by["component"] = self.column
        return ScoredBy(
            name=self.name,
            label=self.label,
            column=self.column,
            weights=self.metric.coefficients if is_whole else {},
            note=functools.partial(self._note, origin),
            signature=functools.partial(_signature, self.name, scored_by, origin),
        )

    def _note(self, origin: Origin, columns: Mapping[str, np.ndarray]) -> str:
        """Remarks: the metric's, which a component has not, on texts that were cut, on edits."""
        notes = [unusual_pipeline(origin.language, origin.edits)]
        if self.column == "score":
            notes.append(self.metric.note(columns))
        if CUT in columns:
            is_limited = "max_length" in self.metric.store_signature()
            notes.append(cut_note(columns[CUT], is_limited=is_limited))
        return "; ".join(filter(None, notes))

    def _warn_of_many(self, sources: Sequence[str]) -> None:
        for source, versions in Counter(sources).items():
            if versions > MANY_VERSIONS:
                logger.warning(
                    "%s: scores %d versions of one sentence, which may take minutes: %r; fewer are "
                    "scored where `coalitions.exact_up_to` is lower",
                    self.name,
                    versions,
                    source,
                )


def _signature(
    metric: str,
    scored_by: Mapping[str, object],
    origin: Origin,
    method: Method,
    exact: bool,
) -> str:
    return record_signature(
        metric=metric,
        scored_by=scored_by,
        method=method,
        language=origin.language,
        edits=origin.edits,
        # Without sampling no number depends on the seed.
        seed=None if exact else origin.seed,
    )
