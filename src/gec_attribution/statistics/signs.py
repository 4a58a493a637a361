"""Signs of attributions above the noise: an edit helps, harms or does nothing."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

# The scores of one sentence alone and in a batch differ by up to 6e-7 of their size, since metrics
# compute in float32 (docs/statistics.md).
NOISE = 1e-6
Numbers = np.ndarray | float
"""A number of each item, or the same one of all."""


def signs(phi: np.ndarray, size: Numbers, scale: Numbers = 1.0) -> np.ndarray:
    """−1, 0 or 1 for each attribution; NaN where it is undefined.

    An attribution is a mean of differences of scores. Up to `NOISE` of the scores' size, such a
    difference says nothing, and counts as zero.

    Args:
        phi: attributions.
        size: the size of the scores that each was computed from; see `score_size`.
        scale: the factor by which section 4.2 multiplied the differences, and their noise with
            them.
    """
    noise = NOISE * size * np.abs(scale)
    return np.where(np.abs(phi) <= noise, 0.0, np.sign(phi))


def score_size(baseline: Numbers, score: Numbers) -> np.ndarray:
    """The size of a sentence's scores: the larger of |M(S|S)| and |M(H|S)|."""
    return np.maximum(np.abs(baseline), np.abs(score))


def sizes_of(table: "pd.DataFrame") -> np.ndarray:
    """The `score_size` of each row of a table with baseline and score: (rows,) float64."""
    return score_size(table["baseline"].to_numpy(), table["score"].to_numpy())


def signs_of(attributions: "pd.DataFrame") -> np.ndarray:
    """The `signs` of a table of attributions: (edits,) float64."""
    scale = attributions["scale"].to_numpy()
    return signs(attributions["phi"].to_numpy(), sizes_of(attributions), scale)


def without_noise(values: "np.ndarray | pd.Series", sign: np.ndarray) -> np.ndarray:
    """The values, and 0 for those whose sign, as of `signs`, is 0."""
    return np.where(sign == 0, 0.0, values)
