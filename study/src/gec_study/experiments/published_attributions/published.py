"""The attributions of single edits that were published."""

from typing import NamedTuple


class PublishedCase(NamedTuple):
    """The attributions of a correction by one metric.

    Attributes:
        place: where they are printed.
        metric: the published metric.
        column: the column of its scores that is explained.
        system: the system of the paper's study whose correction it is.
        source: the first 16 digits of the SHA-256 of the source, its tokens joined by spaces.
        delta: what they sum to, M(H|S) − M(S|S).
        phi: the attribution of each edit.
    """

    place: str
    metric: str
    column: str
    system: str
    source: str
    delta: float
    phi: tuple[float, ...]


# JFLEG's development set, line 673; README of naist-nlp/gec-attribute at commit cb98fb2.
_README = PublishedCase(
    *("README, line 673", "impara", "score", "t5", "d12c06e952fa2946", -0.027204984799027443),
    phi=(
        *(0.06834496899197498, 0.02928952643026908, 0.12393252272158858),
        *(0.14501388886322578, -0.36118950191885235, -0.03259630793084701),
    ),
)
# Line 454; table 1 of the authors' slides, in Japanese.
_SLIDES = tuple(
    PublishedCase("slides, line 454", metric, column, "gector", "fa7983945c030920", delta, phi)
    for metric, column, delta, phi in (
        ("some", "fluency", 0.3214, (0.090, 0.038, 0.101, 0.045, 0.048)),
        ("some", "grammaticality", 0.2427, (0.064, 0.024, 0.075, 0.042, 0.037)),
        ("some", "meaning", 0.2332, (0.002, 0.008, 0.124, 0.005, 0.095)),
        ("impara", "score", -0.0004, (0.024, 0.066, 0.066, -0.155, -0.002)),
    )
)
CASES = (_README, *_SLIDES)
# Half of the last digit of the slides, and what different versions of libraries may move.
TOLERANCE = 0.001
