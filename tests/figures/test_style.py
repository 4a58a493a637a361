from functools import partial

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from figure_checks import table_of
from matplotlib.colors import to_rgb

from gec_attribution.figures import style
from gec_study.experiments.bias import figure as bias
from gec_study.figure_files import draw_figure, save_figure


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
    def relative(shade):
        """The definition of WCAG 2.1, with both of its branches."""
        parts = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in to_rgb(shade)
        ]
        return np.dot(parts, (0.2126, 0.7152, 0.0722))

    def contrast(ink):
        low, high = sorted([relative(ink), relative(colour)])
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


def test_a_look_says_font_sizes_and_colours():
    colours = ("#332288", "#117733")
    with style.drawn_in(style.Look("DejaVu Serif", 10, colours=colours)):
        assert style.point_looks(["a", "b", "c"])["c"]["color"] == "#332288"
        with style.context():
            assert mpl.rcParams["font.family"][0] == "DejaVu Serif"
            sizes = [mpl.rcParams[key] for key in ("font.size", "axes.titlesize")]
            assert sizes == [10, 10]
            assert mpl.rcParams["legend.fontsize"] == pytest.approx(7.5 * 10 / 8)
    with style.context():
        assert mpl.rcParams["font.family"][0] == "STIXGeneral"
        assert mpl.rcParams["legend.fontsize"] == 7.5
    assert style.colours() == style.COLOURS


def test_a_look_ends_with_an_error():
    with pytest.raises(ZeroDivisionError), style.drawn_in(style.Look(font_size=12)):
        _ = 1 / 0
    with style.context():
        assert mpl.rcParams["font.size"] == 8


def test_a_font_that_is_not_installed_is_named_with_those_like_it():
    assert style.unknown_font("DejaVu Sans") == ""
    assert "no font 'DejaVu Sanz' is installed here; there are DejaVu Sans, " in (
        style.unknown_font("DejaVu Sanz")
    )


def test_a_larger_figure_keeps_its_texts_size(tmp_path):
    table = table_of("bias", datasets=("JFLEG",))
    sizes = {}
    for scale in (1, 1.5):
        with style.drawn_in(style.Look(scale=scale)):
            figure = bias.plot(table, 31)
            save_figure(figure, table, tmp_path / str(scale))
        sizes[scale] = figure.get_size_inches(), figure.axes[0].title.get_fontsize()
    np.testing.assert_allclose(sizes[1.5][0], 1.5 * sizes[1][0])
    assert sizes[1.5][1] == sizes[1][1]


def test_a_figure_of_one_data_set_in_another_order(tmp_path):
    table = table_of("bias", datasets=("JFLEG", "CoNLL"))
    table.to_csv(tmp_path / "bias.csv", index=False)
    metrics = list(dict.fromkeys(table["metric"]))[::-1]
    shown = {"dataset": ["CoNLL"], "metric": metrics}
    plot = partial(bias.plot, min_frequency=1)
    draw_figure(plot, [tmp_path / "bias.csv"], {}, tmp_path / "figure", shown=shown)
    drawn = pd.read_csv(tmp_path / "figure.csv")
    assert set(drawn["dataset"]) == {"CoNLL"}
    assert list(dict.fromkeys(drawn["metric"])) == metrics
