"""A filtered system: another system's edits without those that a metric finds harmful."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.languages import Language
from gec_attribution.languages.en import ENGLISH


def harmful(shares: ArrayLike, threshold: float) -> NDArray[np.bool_]:
    """Whether each edit is left out: its normalised attribution is below the threshold.

    Args:
        shares: (n,) normalised attributions, in [-1, 1]; an edit whose own is NaN is not harmful.
        threshold: -1 leaves out nothing, 0 every edit that the metric finds to harm.
    """
    return np.asarray(shares, dtype=np.float64) < threshold


def without_harmful(
    source: str,
    edits: Sequence[Edit],
    shares: ArrayLike,
    threshold: float,
    language: Language = ENGLISH,
) -> str:
    """The correction of a source without the edits that are `harmful`.

    Args:
        source: the sentence.
        edits: the other system's edits of it.
        shares: (n,) their normalised attributions.
        threshold: see `harmful`.
        language: the language of the sentence.

    Returns:
        The correction, its tokens joined as the language joins them.
    """
    left_out = harmful(shares, threshold)
    kept = [edit for edit, out in zip(edits, left_out, strict=True) if not out]
    return language.join(apply_edits(language.tokenize(source), kept))
