import numpy as np
import pytest
from matplotlib.colors import to_rgb

from gec_attribution.figures import style


def luminance(colour):
    return np.dot(to_rgb(colour), (0.299, 0.587, 0.114))


def test_nothing_depends_on_colour_alone():
    items = [str(number) for number in range(6)]
    for marks in (style.MARKERS, style.HATCHES, style.DASHES):
        assert len(set(style.pick(marks, items).values())) == 6
    greys = [luminance(style.SHARE(level)) for level in np.linspace(0, 1, 20)]
    assert (np.diff(greys) < 0).all()


@pytest.mark.parametrize(
    "colour", ["#FFFFFF", "#000000", style.NEGATIVE, style.POSITIVE, "#9ECAE1"]
)
def test_ink_has_the_higher_contrast(colour):
    def relative(each):
        """The definition of WCAG 2.1, with both of its branches."""
        parts = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in to_rgb(each)
        ]
        return np.dot(parts, (0.2126, 0.7152, 0.0722))

    def contrast(each):
        low, high = sorted([relative(each), relative(colour)])
        return (high + 0.05) / (low + 0.05)

    assert style.ink_on(to_rgb(colour)) == max(("black", "white"), key=contrast)


def test_a_choice_starts_over_where_it_runs_out():
    assert style.pick("ab", ["x", "y", "z"]) == {"x": "a", "y": "b", "z": "a"}


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ([3, 3.0], "3"),
        ([1200, 980, np.nan], "980–1,200"),
        ([np.nan], "0"),
        ([], "0"),
    ],
)
def test_span(counts, text):
    assert style.span(counts) == text
