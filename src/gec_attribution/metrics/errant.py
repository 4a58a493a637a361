"""Sentence-level ERRANT F0.5 (Bryant et al. 2017): spans and corrections of edits must match.

Counts and formulas are those of `errant_compare` in its default mode, span-based correction.
"""

import functools
import itertools
from collections.abc import Sequence

import numpy as np

from gec_attribution.edits.matching import best_reference, f_score
from gec_attribution.languages import load_extractor
from gec_attribution.languages.base import Extractor
from gec_attribution.languages.en import ENGLISH
from gec_attribution.metrics.base import ReferenceMetric, References


class Errant(ReferenceMetric):
    """F0.5 of the edits that the extractor of the language finds in a hypothesis, in [0, 1].

    Edits are found anew between the source and each hypothesis, and between the source and each
    reference, of which the best one counts: what `errant_compare` says of a file of this sentence
    alone, before it rounds. So an unchanged source scores 0 where every reference changes it, and
    1 where one does not; and a hypothesis with some of a system's edits is not compared by those
    edits, but by the ones that ERRANT sees in it.
    """

    version = 4

    @property
    def _extractor(self) -> Extractor:
        return _extractor_of(self.text_language)

    def score(
        self,
        sources: Sequence[str],
        hypotheses: Sequence[str],
        references: References = (),
    ) -> np.ndarray:
        """See `ReferenceMetric.score`."""
        corrections = list(zip(sources, hypotheses, strict=True))
        right = [
            [(source, text) for text in choices]
            for source, choices in zip(sources, references, strict=True)
        ]
        pairs = list(dict.fromkeys(itertools.chain(corrections, *right)))
        edits = dict(
            zip(pairs, self._extractor.extract(pairs, progress=False), strict=True)
        )

        def f(correction: tuple[str, str], choices: Sequence[tuple[str, str]]) -> float:
            _, counts = best_reference(
                edits[correction], [edits[pair] for pair in choices]
            )
            return f_score(counts)

        return np.array(list(map(f, corrections, right)), dtype=np.float64)

    def store_signature(self) -> dict[str, object]:
        """See `Metric.store_signature`; names the versions of what finds the edits."""
        language = self.texts_signature()
        found_by = (
            self._extractor.identity() if language else self._extractor.signature()
        )
        return {**super().store_signature(), **language, **found_by}


@functools.cache
def _extractor_of(code: str) -> Extractor:
    # A change of English rules is among the code that the metric's version stands for.
    if code == ENGLISH.code:
        return ENGLISH.extractor()
    return load_extractor(code)
