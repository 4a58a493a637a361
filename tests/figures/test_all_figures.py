"""What holds for every figure: it fits its page, says why it is empty, and is drawn by its rule."""

import importlib.util
import itertools
from types import SimpleNamespace

import matplotlib as mpl
import numpy as np
import project
import pytest
from figure_checks import FIGURES, OPTIONS, SHAPES, drawn, files_of, table_of
from matplotlib.text import Text

from gec_attribution.figures import style
from gec_attribution.figures.save import save_figure


@pytest.mark.parametrize(
    ("name", "counts", "title"),
    [
        ("bias", [3, 0, 2, 4], "3–6 edits sampled"),
        ("agreement", [79, 0], "79 edits sampled"),
        ("precision", [1, 2], "3 edits sampled"),
    ],
)
def test_a_title_counts_sampled_attributions(name, counts, title):
    table = table_of(name, datasets=("JFLEG",), metrics=("SOME", "PPL"), methods=("Shapley", "Add"))
    draw = FIGURES[name][0]
    assert not any("sampled" in panel.get_title() for panel in draw(table).axes)
    if name == "bias":
        for (metric, kind), count in zip(
            itertools.product(("SOME", "PPL"), ("PUNCT", "SPELL")), counts, strict=True
        ):
            rows = (table["metric"] == metric) & (table["type"] == kind)
            table.loc[rows, "sampled_edits"] = count
    elif name == "agreement":
        table["sampled_edits"] = table["method"].map(
            dict(zip(("Shapley", "Add"), counts, strict=True))
        )
    else:
        table = table[table["metric"] == "SOME"].copy()
        table.loc[table.index[:2], "sampled_edits"] = counts
    assert title in draw(table).axes[0].get_title()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cumulative_edits", "No sentence was counted"),
        ("consistency", "No sentence in range has edits of both signs"),
        ("agreement", "No edit could be compared with a reference"),
        ("efficiency", "No sentence was timed"),
        ("estimators", "No sentence of the sizes asked for has all its scores"),
        ("faithfulness", "No sentence has all its scores and attributions"),
        ("faithfulness_curves", "No sentence has all its scores and attributions"),
        ("filtering", "No system's corrections could be compared with a reference"),
        ("bias", "No error type occurs at least 31 times in"),
        ("precision", "No error type has 10 edits or more of most systems in"),
        ("score_decomposition", "No sentence has a score from every system"),
        ("missed_value", "No edit of a reference has a value"),
        ("human_judgements", "People judged no edit that has an attribution"),
        ("human_rankings", "No pair of corrections that people ranked has scores"),
        ("interactions", "No two edits of a sentence have a known interaction"),
        ("vulnerability", "No edit that corrects nothing has a known attribution"),
        ("counterfactual_bias", "No edit of two compared sentences has a known attribution"),
        ("explained_edits", "No edit is explained"),
        ("severity_attribution", "No edit of a system is in the explained reference"),
        ("felt_types", "No type has 10 edits of a system and of the reference"),
    ],
)
@pytest.mark.parametrize("empty", ["no rows", "no values"])
def test_a_figure_of_nothing_says_why(name, said, empty):
    table = table_of(name, datasets=("JFLEG",))
    if empty == "no rows" or name in {"cumulative_edits", "explained_edits"}:
        table, among = table[:0], "the data"
    else:
        measures = [
            "consistency",
            "f_difference",
            "value",
            "value_recall",
            "auc",
            "accuracy",
            "agreement",
            "seconds_mean",
            "mean",
            "precision",
        ]
        table[[*measures, "error"]] = np.nan
        among = "JFLEG"
    figure = drawn(FIGURES[name][0](table))
    [text] = figure.texts
    assert said in text.get_text()
    if name in ("bias", "precision"):
        assert among in text.get_text()
    assert not figure.axes


def texts_on(figure):
    """The texts that are on the page; an axis also has ticks that lie outside its limits."""
    found = []

    def draw(text, _renderer):
        found.append(text)

    drawn(figure)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "draw", draw)
        drawn(figure)
    return [text for text in found if text.get_visible() and text.get_text().strip()]


def overlaps(one, other):
    """Whether two boxes share more than a rounding error."""
    width = min(one.x1, other.x1) - max(one.x0, other.x0)
    height = min(one.y1, other.y1) - max(one.y0, other.y0)
    return width > 0.5 and height > 0.5


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        *itertools.product(
            (
                "consistency",
                "agreement",
                "efficiency",
                "estimators",
                "bias",
                "human_judgements",
                "faithfulness_curves",
                "filtering",
                "interactions",
            ),
            SHAPES,
        ),
        *itertools.product(["human_rankings"], ("one data set", "one metric", "many")),
        *itertools.product(("vulnerability", "counterfactual_bias"), ("three data sets", "many")),
        *itertools.product(("severity_attribution", "felt_types"), SHAPES),
        *itertools.product(
            ("cumulative_edits", "precision", "explained_edits"),
            ("one data set", "three data sets"),
        ),
        *itertools.product(("cumulative_edits", "precision"), ["fifteen systems"]),
        *itertools.product(
            ["missed_value"], ("one data set", "three data sets", "fifteen systems")
        ),
        *itertools.product(["score_decomposition"], ("one data set", "fifteen systems")),
    ],
)
def test_a_figure_fits_its_page(name, shape):
    figure = FIGURES[name][0](table_of(name, **SHAPES[shape]))
    assert figure.get_figwidth() <= style.DOUBLE_COLUMN
    texts = texts_on(figure)
    assert len(texts) >= 10
    for text in texts:
        assert text.get_fontsize() >= 7
        box = text.get_window_extent()
        inside = figure.bbox.padded(1).fully_containsx, figure.bbox.padded(1).fully_containsy
        corners = (box.x0, box.y0), (box.x1, box.y1)
        assert all(inside[0](x) and inside[1](y) for x, y in corners), text.get_text()
    boxes = [panel.get_tightbbox() for panel in figure.axes]
    assert not any(overlaps(*pair) for pair in itertools.combinations(boxes, 2))
    for legend in figure.legends:
        assert not any(overlaps(legend.get_window_extent(), box) for box in boxes)
    for panel in figure.axes:
        ticks = [text for text in panel.xaxis.get_ticklabels() if text in texts]
        groups = [ticks, panel.texts[:60]]
        for group in groups:
            extents = [text.get_window_extent() for text in group]
            assert not any(overlaps(*pair) for pair in itertools.combinations(extents, 2))


@pytest.mark.parametrize("name", FIGURES)
def test_a_script_writes_the_same_bytes_whatever_the_settings_of_matplotlib(name, tmp_path):
    table = table_of(name, datasets=("JFLEG",), protocols=("best-agreeing",))
    save_figure(FIGURES[name][0](table), table, tmp_path / "expected")
    source = tmp_path / "table.csv"
    table.to_csv(source, index=False)
    spec = importlib.util.spec_from_file_location(name, project.script("plot"))
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    snakemake = SimpleNamespace(
        input=SimpleNamespace(tables=[source]),
        params=SimpleNamespace(module=name, labels={}, options=OPTIONS.get(name, {})),
        output=SimpleNamespace(pdf=str(tmp_path / "drawn.pdf")),
    )
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "yellow", "svg.hashsalt": None}):
        script.main(snakemake)
        assert mpl.rcParams["font.size"] == 30
    assert files_of(tmp_path / "drawn") == files_of(tmp_path / "expected")
