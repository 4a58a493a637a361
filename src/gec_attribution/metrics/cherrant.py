"""ChERRANT (Zhang et al. 2022) at the level of characters: span and correction must match.

Edits and counts are those of `parallel_to_m2.py -g char` and `compare_m2_for_evaluation.py`, the
official measure of MuCGEC. Where several alignments are equally cheap, `all` (its default) pools
their edits: one that is in several of them counts several times. `first` takes only the first
alignment.

Hypotheses and references, but not sources, are converted to simplified characters. The
reference `没有错误` stands for a source without an error, `无法标注` for one beyond correction.
An empty hypothesis proposes nothing.
"""

import functools
import importlib.metadata
import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from typing import ClassVar, Literal

import numpy as np

from gec_attribution.edits.matching import CountedEdits, best_of, compare, f_score
from gec_attribution.edits.model import Edit
from gec_attribution.languages.chinese_alignment import (
    ChineseAligner,
    Tokens,
    characters,
)
from gec_attribution.metrics.base import ReferenceMetric, References
from gec_attribution.plugins.extras import needed_by

NO_ERROR = "没有错误"
NOT_ANNOTATABLE = "无法标注"

Alignments = Literal["all", "first"]
ALIGNMENTS: tuple[Alignments, ...] = ("all", "first")
FindEdits = Callable[[Tokens, Tokens], Sequence[tuple[Edit, ...]]]
# The edits of each cheapest alignment; None where a coder says that the source cannot be corrected.
Annotation = Sequence[tuple[Edit, ...]] | None


class Cherrant(ReferenceMetric):
    """F0.5 of the edits that ChERRANT finds in a hypothesis, in [0, 1]; for Chinese.

    Edits are found anew between the source and each hypothesis, and between the source and each
    reference, of which the best one counts: what the official script says of a file of this
    sentence alone, before it rounds. So an unchanged source scores 0 where every reference changes
    it, and 1 where one does not. The score is undefined where all references say that the source
    cannot be corrected.

    Raises:
        PackageError: a package for Chinese is not installed.
    """

    languages = ("zh",)

    version = 1
    allows_missing: ClassVar[bool] = True

    def __init__(self) -> None:
        self._aligner = ChineseAligner()

    def score(
        self,
        sources: Sequence[str],
        hypotheses: Sequence[str],
        references: References = (),
    ) -> np.ndarray:
        """See `ReferenceMetric.score`."""
        pooled = functools.cache(self._pooled)

        def f(source: str, hypothesis: str, choices: Sequence[str]) -> float:
            annotated = (pooled(source, text) for text in choices)
            right = [edits for edits in annotated if edits is not None]
            if not right:
                return np.nan
            proposed = pooled(source, hypothesis) or CountedEdits()
            compared = [compare(proposed, edits) for edits in right]
            return f_score(compared[best_of(compared)])

        scores = itertools.starmap(f, zip(sources, hypotheses, references, strict=True))
        return np.array(list(scores), dtype=np.float64)

    def _pooled(self, source: str, text: str) -> CountedEdits | None:
        return pool(annotate(source, text, self._aligner.all_edits))

    def store_signature(self) -> dict[str, object]:
        """See `Metric.store_signature`; names the versions of what finds the edits."""
        return {
            **super().store_signature(),
            **self._aligner.lexicons.signature(),
            "opencc": importlib.metadata.version("opencc"),
        }


@functools.cache
def simplifier() -> Callable[[str], str]:
    """The conversion of traditional into simplified characters.

    Raises:
        PackageError: the package `OpenCC` is not installed.
    """
    with needed_by("ChERRANT"):
        from opencc import OpenCC
    return OpenCC("t2s").convert


def annotate(source: str, target: str, all_edits: FindEdits) -> Annotation:
    """The edits from a source to one hypothesis or reference; see `ChineseAligner.all_edits`."""
    before = characters(source)
    after = characters(simplifier()(target))
    text = "".join(after)
    if text == NOT_ANNOTATABLE:
        return None
    if text in {"", NO_ERROR} or before == after:
        return [()]
    return all_edits(before, after)


def pool(annotation: Annotation, alignments: Alignments = "all") -> CountedEdits | None:
    """The edits of an annotation, each with the number of `alignments` that have it."""
    if annotation is None:
        return None
    counted = annotation if alignments == "all" else annotation[:1]
    edits: CountedEdits = Counter()
    for edit in itertools.chain.from_iterable(counted):
        correction = "".join(characters(edit.correction))
        edits[edit.start, edit.end, correction] += 1
    return edits
