"""Sentence-level ERRANT F0.5 (Bryant et al. 2017): spans and corrections of edits must match.

Counts and formulas are those of `errant_compare` in its default mode, span-based correction.
"""

import functools
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gec_attribution.edits.matching import best_reference, score
from gec_attribution.metrics.base import Metric
from gec_attribution.plugins.options import Entry

if TYPE_CHECKING:
    from gec_attribution.languages.errant import ErrantExtractor


class Errant(Metric):
    """F0.5 of the edits that ERRANT finds in a hypothesis, in [0, 1]; for English.

    Edits are found anew between the source and each hypothesis, and between the source and each
    reference, of which the best one counts: what `errant_compare` says of a file of this sentence
    alone, before it rounds. So an unchanged source scores 0 where every reference changes it, and
    1 where one does not; and a hypothesis with some of a system's edits is not compared by those
    edits, but by the ones that ERRANT sees in it.
    """

    ENTRY = Entry(languages=("en",))

    version = 2
    needs_references = True

    @functools.cached_property
    def _extractor(self) -> "ErrantExtractor":
        from gec_attribution.languages.errant import ErrantExtractor

        return ErrantExtractor()

    def score(self, sources: Sequence[str], hypotheses: Sequence[str]) -> np.ndarray:
        """See `Metric.score`."""
        corrections = list(zip(sources, hypotheses, strict=True))
        references = {
            source: [(source, text) for text in self.references_of(source)]
            for source in dict.fromkeys(sources)
        }
        pairs = list(dict.fromkeys(itertools.chain(corrections, *references.values())))
        edits = dict(zip(pairs, self._extractor.extract(pairs, progress=False), strict=True))

        def f(source: str, hypothesis: str) -> float:
            choices = [edits[pair] for pair in references[source]]
            _, counts = best_reference(edits[source, hypothesis], choices)
            return score(counts).f

        return np.array([f(*pair) for pair in corrections], dtype=np.float64)

    def store_signature(self) -> dict[str, object]:
        """See `Metric.store_signature`; names the versions of what finds the edits."""
        return {**super().store_signature(), **self._extractor.signature()}
