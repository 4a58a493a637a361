import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_rgb

from gec_attribution.errors import ConfigError
from gec_attribution.figures import style


def luminance(colour):
    return np.dot(to_rgb(colour), (0.299, 0.587, 0.114))


def test_nothing_depends_on_colour_alone():
    items = [str(number) for number in range(6)]
    for marks in (style.MARKERS, style.HATCHES):
        assert len(set(style.pick(marks, items).values())) == 6
    greys = [luminance(style.SHARE(level)) for level in np.linspace(0, 1, 20)]
    assert (np.diff(greys) < 0).all()


def test_a_letter_that_stands_for_a_type_is_explained():
    assert style.error_type("W") == "W (word order)"
    assert style.error_type("DET") == "DET"


def test_a_style_file_says_font_sizes_and_colours(tmp_path):
    path = tmp_path / "paper.mplstyle"
    path.write_text(
        "font.family: DejaVu Serif\nlegend.fontsize: 9\n"
        "axes.prop_cycle: cycler('color', ['332288', '117733'])\n",
        encoding="utf-8",
    )
    with style.drawn_in(path):
        assert style.colours() == ["#332288", "#117733"]
        with style.context():
            assert mpl.rcParams["font.family"][0] == "DejaVu Serif"
            assert mpl.rcParams["legend.fontsize"] == 9
            assert mpl.rcParams["svg.hashsalt"] == "gec-attribution"
    with style.context():
        assert mpl.rcParams["font.family"][0] == "STIXGeneral"
        assert mpl.rcParams["legend.fontsize"] == 7.5
    assert style.colours() == style.COLOURS


def test_a_setting_that_changes_nothing_is_refused_with_the_reason(tmp_path):
    path = tmp_path / "paper.mplstyle"
    for setting, reason in (
        (
            "figure.figsize: 3.3, 2.4",
            "sizes are `width` and `height` of a figure's entry",
        ),
        ("image.cmap: magma", "colours of heat maps are the same in every study"),
        ("boxplot.notch: True", "no figure has such a part"),
    ):
        path.write_text(f"font.size: 9\n{setting}\n")
        name = setting.partition(":")[0]
        with pytest.raises(ConfigError, match=f"{name}: changes nothing: .*{reason}"):
            style.settings_of(path)


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe", b"no setting\n"])
def test_what_is_no_style_file_is_named(tmp_path, content):
    path = tmp_path / "x.mplstyle"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"x\.mplstyle: "):
        style.settings_of(path)
