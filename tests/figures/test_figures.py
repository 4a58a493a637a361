"""The figures show the numbers of their tables, fit their page, and come out as the same bytes."""

import importlib.util
import itertools
import os
import re
import subprocess
import sys
import zlib
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import matplotlib as mpl
import numpy as np
import pandas as pd
import project
import pytest
import synthetic_tables
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.container import BarContainer
from matplotlib.text import Text
from PIL import Image

from gec_attribution.figures import (
    agreement,
    bias,
    consistency,
    cumulative_edits,
    efficiency,
    precision,
    style,
)
from gec_attribution.figures.save import draw_figure, save_figure
from gec_attribution.storage.csv_files import read_tables

THREE_DATASETS = ("CoNLL-2014", "JFLEG", "Learner corpus")
SIX_METRICS = ("SOME", "IMPARA", "PPL", "SOME grammaticality", "SOME fluency", "SOME meaning")
SIX_METHODS = ("Shapley", "Shapley sampling", "Add", "Sub", "Add (raw)", "Sub (raw)")

OPTIONS = {
    "cumulative_edits": {"max_edits": 10},
    "bias": {"min_frequency": 31},
    "precision": {"min_frequency": 10},
}
FIGURES = {
    "cumulative_edits": (partial(cumulative_edits.plot, max_edits=10), "edit_counts"),
    "consistency": (consistency.plot, "consistency"),
    "agreement": (agreement.plot, "agreement"),
    "efficiency": (efficiency.plot, "efficiency"),
    "bias": (partial(bias.plot, min_frequency=31), "bias"),
    "precision": (partial(precision.plot, min_frequency=10), "precision"),
}
SHAPES = {
    "one data set": {"datasets": ("JFLEG",)},
    "three data sets": {"datasets": THREE_DATASETS},
    "one metric": {"datasets": ("JFLEG",), "metrics": ("SOME",), "methods": ("Shapley", "Sub")},
    "fifteen systems": {
        "datasets": ("JFLEG",),
        "systems": [f"System number {number}" for number in range(1, 16)],
    },
    "many": {"datasets": ("JFLEG",), "metrics": SIX_METRICS, "methods": SIX_METHODS},
}


def table_of(name, **shape):
    make = getattr(synthetic_tables, FIGURES[name][1])
    accepted = make.__code__.co_varnames[: make.__code__.co_argcount]
    return make(**{key: value for key, value in shape.items() if key in accepted})


def drawn(figure):
    """The figure after its layout is settled."""
    with style.context():
        FigureCanvasAgg(figure).draw()
    return figure


def legend_texts(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def cell_texts(panel):
    """Texts in a heatmap by (row, column)."""
    return {
        (int(text.get_position()[1]), int(text.get_position()[0])): text for text in panel.texts
    }


def tick_labels(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def whiskers(panel):
    """Every upright line drawn by `vlines`, as (x, low, high)."""
    return [
        (segment[0][0], segment[0][1], segment[1][1])
        for collection in panel.collections
        if isinstance(collection, LineCollection)
        for segment in collection.get_segments()
    ]


# What each figure shows


def test_cumulative_edits_draws_each_curve_its_band_and_the_limit():
    table = table_of("cumulative_edits")
    figure = cumulative_edits.plot(table, 10)
    assert legend_texts(figure) == [*synthetic_tables.SYSTEMS, "10 edits"]
    for panel, dataset in zip(figure.axes, ("CoNLL-2014", "JFLEG"), strict=True):
        assert panel.get_title() == (f"{dataset} (754 sentences)\n25 with 13–24 edits not shown")
        assert panel.get_xlim() == (-0.5, 12.5)
        *curves, limit = panel.lines
        assert list(limit.get_xdata()) == [10, 10]
        assert limit.get_color() == style.LIMIT_COLOUR
        rows = table[table["dataset"] == dataset]
        for (_, expected), curve, band in zip(
            rows.groupby("system", sort=False), curves, panel.collections, strict=True
        ):
            np.testing.assert_allclose(curve.get_ydata(), expected["ratio"])
            np.testing.assert_allclose(curve.get_xdata(), expected["edits"])
            edges = band.get_paths()[0].vertices
            at_zero = edges[edges[:, 0] == 0, 1]
            assert {at_zero.min(), at_zero.max()} == set(expected.iloc[0][["low", "high"]])
        assert panel.get_xlabel() == "Number of edits"
        assert panel.get_ylim()[0] == 0
    assert figure.axes[0].get_ylabel() == "Cumulative share of sentences"


def test_cumulative_edits_of_fifteen_systems_are_in_three_panels():
    systems = [f"System {number}" for number in range(15)]
    figure = cumulative_edits.plot(table_of("cumulative_edits", systems=systems), 10)
    assert legend_texts(figure) == ["10 edits"]
    assert len(figure.axes) == 6  # two data sets
    for panel, start in zip(figure.axes, (0, 5, 10) * 2, strict=True):
        shown = systems[start : start + 5]
        assert [text.get_text() for text in panel.get_legend().get_texts()] == shown
        context, own = panel.lines[:10], panel.lines[10:15]
        assert {line.get_color() for line in context} == {style.CONTEXT_COLOUR}
        assert len({line.get_color() for line in own}) == 5
        assert len({line.get_marker() for line in own}) == 5


def test_one_long_correction_does_not_stretch_cumulative_edits():
    table = table_of("cumulative_edits", datasets=("JFLEG",), systems=("A", "B"))
    table = table[table["edits"] <= 8]
    table.loc[table["edits"] == 8, ["ratio", "low", "high"]] = 0.995
    [panel] = cumulative_edits.plot(table, 10).axes
    assert "not shown" not in panel.get_title()
    assert panel.get_xlim() == (-0.5, 10.5)  # the limit is always shown
    longest = table.tail(1).assign(edits=61, sentences=1, ratio=1.0, low=1.0, high=1.0)
    [panel] = cumulative_edits.plot(pd.concat([table, longest]), 10).axes
    assert panel.get_title().endswith("\n1 with 13–61 edits not shown")
    assert panel.get_xlim() == (-0.5, 12.5)


def test_consistency_has_a_row_a_data_set_and_a_column_a_metric():
    table = table_of("consistency")
    figure = consistency.plot(table)
    assert [panel.get_title() for panel in figure.axes] == 2 * [
        "SOME (480 sentences)",
        "IMPARA (487 sentences)",
        "PPL (494 sentences)",
    ]
    assert [panel.get_ylabel() for panel in figure.axes] == ["CoNLL-2014", "", "", "JFLEG", "", ""]
    assert legend_texts(figure) == ["Shapley", "Add", "Sub"]
    keys = itertools.product(("CoNLL-2014", "JFLEG"), ("SOME", "IMPARA", "PPL"))
    for panel, (dataset, metric) in zip(figure.axes, keys, strict=True):
        rows = table[(table["dataset"] == dataset) & (table["metric"] == metric)]
        heights = [
            bar.get_height()
            for container in panel.containers
            if isinstance(container, BarContainer)
            for bar in container
        ]
        # One method after the other, each with its three measures: the order of the table.
        np.testing.assert_allclose(heights, rows["value"])
        *intervals, _zero = [line.get_ydata() for line in panel.lines]
        np.testing.assert_allclose(intervals, rows[["low", "high"]])
        assert len({bar.get_hatch() for bar in panel.patches}) == 3
        assert tick_labels(panel.xaxis) == list(consistency.MEASURES.values())


def test_consistency_shows_what_is_undefined_or_negative():
    table = table_of("consistency", datasets=("JFLEG",), metrics=("SOME",))
    missing = (table["method"] == "Add") & (table["measure"] == "pearson")
    table.loc[missing, ["value", "low", "high"]] = np.nan
    table.loc[table["measure"] == "spearman", ["value", "low", "high"]] = [-0.3, -0.4, -0.2]
    [panel] = consistency.plot(table).axes
    assert [text.get_text() for text in panel.texts] == ["n/a"]
    assert len(panel.patches) == 8
    assert panel.get_ylim()[0] == -0.5


def test_agreement_colours_metrics_and_dashes_methods():
    table = table_of("agreement")
    figure = agreement.plot(table)
    titles = [panel.get_title().split("\n")[0] for panel in figure.axes]
    assert titles == [
        f"{dataset}, {name}"
        for dataset in ("CoNLL-2014", "JFLEG")
        for name in ("reference that agrees best", "reference of best $F_{0.5}$")
    ]
    assert legend_texts(figure) == ["SOME", "IMPARA", "PPL", "Shapley", "Add", "Sub"]
    for panel, (dataset, protocol) in zip(
        figure.axes,
        itertools.product(("CoNLL-2014", "JFLEG"), ("best-agreeing", "best-f0.5")),
        strict=True,
    ):
        rows = table[(table["dataset"] == dataset) & (table["protocol"] == protocol)]
        keys = itertools.product(("SOME", "IMPARA", "PPL"), ("Shapley", "Add", "Sub"))
        for line, (metric, method) in zip(panel.lines, keys, strict=True):
            expected = rows[(rows["metric"] == metric) & (rows["method"] == method)]
            np.testing.assert_allclose(line.get_ydata(), expected["agreement"])
            # Standing apart never moves a point nearer to another threshold.
            np.testing.assert_allclose(line.get_xdata(), expected["threshold"], atol=0.0499)
        by_metric = [{line.get_color() for line in panel.lines[i : i + 3]} for i in (0, 3, 6)]
        assert all(len(colours) == 1 for colours in by_metric)
        assert len(set.union(*by_metric)) == 3
        assert len({str(line._unscaled_dash_pattern) for line in panel.lines[:3]}) == 3
        ends = sorted((low, high) for _, low, high in whiskers(panel))
        expected = sorted(rows[["low", "high"]].itertuples(index=False, name=None))
        np.testing.assert_allclose(ends, expected)


def test_agreement_leaves_a_gap_where_no_edit_is_below_the_threshold():
    table = table_of("agreement", datasets=("JFLEG",), protocols=("best-agreeing",))
    columns = ["agreement", "low", "high"]
    table.loc[table["threshold"] == 0.1, columns] = np.nan
    [panel] = agreement.plot(table).axes
    assert all(len(line.get_xdata()) == 9 for line in panel.lines)
    assert min(line.get_xdata()[0] for line in panel.lines) > 0.15


def test_agreement_puts_at_most_three_metrics_into_a_panel():
    figure = agreement.plot(table_of("agreement", datasets=("JFLEG",), metrics=SIX_METRICS))
    assert [len({line.get_color() for line in panel.lines}) for panel in figure.axes] == 4 * [3]
    shown = [line.get_color() for line in figure.axes[0].lines + figure.axes[2].lines]
    assert len(set(shown)) == 6


def test_efficiency_shows_mean_band_interval_and_device():
    table = table_of("efficiency", methods=("Shapley",))
    figure = efficiency.plot(table)
    [panel] = figure.axes
    assert panel.get_title() == "JFLEG\nNVIDIA H200"
    assert panel.get_yscale() == "log"
    assert panel.get_ylabel() == "Time per sentence (s)"
    bands = [each for each in panel.collections if not isinstance(each, LineCollection)]
    for (_, rows), line, band in zip(
        table.groupby("metric", sort=False), panel.lines, bands, strict=True
    ):
        np.testing.assert_allclose(line.get_ydata(), rows["seconds_mean"])
        edges = band.get_paths()[0].vertices
        last = rows.iloc[-1]
        top = edges[edges[:, 0] == last["edits"], 1]
        np.testing.assert_allclose(
            [top.min(), top.max()],
            [
                last["seconds_mean"] - last["seconds_sd"],
                last["seconds_mean"] + last["seconds_sd"],
            ],
        )
    np.testing.assert_allclose(
        [(low, high) for _, low, high in whiskers(panel)], table[["low", "high"]]
    )


def test_efficiency_ends_a_band_that_would_reach_zero_at_the_bottom():
    table = table_of("efficiency", metrics=("SOME",), methods=("Shapley",))
    table["seconds_sd"] = 2 * table["seconds_mean"]
    [panel] = efficiency.plot(table).axes
    lowest = panel.collections[0].get_paths()[0].vertices[:, 1].min()
    assert lowest == panel.get_ylim()[0] > 0


def test_efficiency_keeps_devices_apart():
    table = table_of("efficiency")
    both = pd.concat([table, table.assign(device="2 CPU cores")])
    titles = [panel.get_title() for panel in efficiency.plot(both).axes]
    assert titles == ["JFLEG\nNVIDIA H200", "JFLEG\n2 CPU cores"]


def small_bias():
    rows = [
        ("JFLEG", "SOME", "DET", 0.25, 0.001, 40, 0),
        ("JFLEG", "SOME", "ORTH", 0.01, 0.3, 90, 0),
        ("JFLEG", "PPL", "DET", -0.5, 0.049, 33, 0),
        ("JFLEG", "PPL", "ORTH", 0.125, 0.05, 90, 0),
        ("JFLEG", "PPL", "ADV", 0.0625, np.nan, 31, 0),
    ]
    columns = ["dataset", "metric", "type", "mean", "p_holm", "edits", "sampled_edits"]
    return pd.DataFrame(rows, columns=columns)


def test_bias_writes_means_and_counts_and_hatches_the_rest():
    figure = bias.plot(small_bias(), 31)
    panel, bar = figure.axes
    assert tick_labels(panel.yaxis) == ["ORTH", "DET", "ADV"]
    assert tick_labels(panel.xaxis) == ["SOME", "PPL"]
    cells = cell_texts(panel)
    assert {key: text.get_text() for key, text in cells.items()} == {
        (0, 0): "+0.01",
        (0, 1): "+0.12",
        (1, 0): "+0.25",
        (1, 1): "−0.50",
        (2, 1): "+0.06",
    }
    bold = {key for key, text in cells.items() if text.get_weight() == "bold"}
    assert bold == {(1, 0), (1, 1)}
    [edits] = panel.child_axes
    assert tick_labels(edits.yaxis) == ["90", "33–40", "31"]
    assert legend_texts(figure) == ["fewer than 31 edits"]
    assert bar.get_ylabel() == "Mean normalised $\\phi$"


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


def test_the_scale_of_bias_is_symmetric_and_shared():
    table = pd.concat([small_bias(), small_bias().assign(dataset="CoNLL-2014", mean=0.0625)])
    figure = bias.plot(table, 31)
    meshes = [panel.collections[-1] for panel in figure.axes[:2]]
    assert [mesh.get_clim() for mesh in meshes] == [(-0.5, 0.5), (-0.5, 0.5)]
    colour = {value: to_hex(meshes[0].to_rgba(value)) for value in (-0.5, 0, 0.5)}
    assert colour == {
        -0.5: style.NEGATIVE.lower(),
        0: "#ffffff",
        0.5: style.POSITIVE.lower(),
    }


def test_bias_has_no_legend_where_every_cell_is_defined():
    figure = bias.plot(small_bias()[:4], 31)
    assert figure.legends == []


def test_bias_of_nothing_but_zeros_is_drawn():
    figure = bias.plot(small_bias().assign(mean=0.0), 31)
    assert figure.axes[0].collections[-1].get_clim() == (-1, 1)


def test_precision_writes_precision_count_and_corpus_score():
    rows = [
        ("JFLEG", "SOME", "T5", "ORTH", 0.5, 0.4, 0.6, 12, 0, 0.80312),
        ("JFLEG", "SOME", "T5", "ADV", 1.0, 0.9, 1.0, 10, 0, 0.80312),
        ("JFLEG", "SOME", "GPT-4o mini", "ORTH", 0.875, 0.8, 0.95, 30, 0, 0.8414),
        ("JFLEG", "SOME", "GPT-4o mini", "ADV", np.nan, np.nan, np.nan, 11, 0, 0.8414),
    ]
    table = pd.DataFrame(rows, columns=list(synthetic_tables.precision())[:-1])
    figure = precision.plot(table, 10)
    panel, bar = figure.axes
    assert panel.get_title() == "JFLEG, SOME"
    assert tick_labels(panel.yaxis) == ["T5 (0.803)", "GPT-4o mini (0.841)"]
    assert tick_labels(panel.xaxis) == ["ORTH", "ADV"]
    assert {key: text.get_text() for key, text in cell_texts(panel).items()} == {
        (0, 0): "0.50\n12",
        (0, 1): "1.00\n10",
        (1, 0): "0.88\n30",
    }
    [mesh] = panel.collections
    assert np.argwhere(mesh.get_array().mask.reshape(2, 2)).tolist() == [[1, 1]]
    assert panel.patch.get_hatch() == style.UNDEFINED_HATCH
    assert mesh.get_clim() == (0.5, 1)
    assert legend_texts(figure) == ["fewer than 10 edits, or no effect"]
    assert "Precision" in bar.get_ylabel()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cumulative_edits", "No sentence was counted"),
        ("consistency", "No sentence in range has edits of both signs"),
        ("agreement", "No edit could be compared with a reference"),
        ("efficiency", "No sentence was timed"),
        ("bias", "No error type occurs at least 31 times in"),
        ("precision", "No error type has 10 edits or more of every system in"),
    ],
)
@pytest.mark.parametrize("empty", ["no rows", "no values"])
def test_a_figure_of_nothing_says_why(name, said, empty):
    table = table_of(name, datasets=("JFLEG",))
    if empty == "no rows" or name == "cumulative_edits":
        table, among = table[:0], "the data"
    else:
        table[["consistency", "value", "agreement", "seconds_mean", "mean", "precision"]] = np.nan
        among = "JFLEG"
    figure = drawn(FIGURES[name][0](table))
    [text] = figure.texts
    assert said in text.get_text()
    if name in ("bias", "precision"):
        assert among in text.get_text()
    assert not figure.axes


# The page


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
        *itertools.product(("consistency", "agreement", "efficiency", "bias"), SHAPES),
        *itertools.product(("cumulative_edits", "precision"), ("one data set", "three data sets")),
        *itertools.product(("cumulative_edits", "precision"), ["fifteen systems"]),
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


# The files


def files_of(stem):
    return {
        suffix: Path(f"{stem}.{suffix}").read_bytes() for suffix in ("pdf", "png", "svg", "csv")
    }


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    table = table_of("bias", datasets=("JFLEG",))
    stem = tmp_path_factory.mktemp("figures") / "bias.v1"
    save_figure(bias.plot(table, 31), table, stem)
    return stem


def test_another_process_gives_the_same_bytes(saved, tmp_path):
    code = (
        "import sys, pandas as pd, synthetic_tables as t\n"
        "from gec_attribution.figures import bias\n"
        "from gec_attribution.figures.save import save_figure\n"
        "table = t.bias(datasets=('JFLEG',))\n"
        "save_figure(bias.plot(table, 31), table, sys.argv[1])\n"
    )
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": path}
    stem = str(tmp_path / "again")
    subprocess.run([sys.executable, "-c", code, stem], check=True, env=environment)
    assert files_of(stem) == files_of(saved)


def test_files_say_nothing_of_time_and_embed_their_fonts(saved):
    files = files_of(saved)
    assert b"CreationDate" not in files["pdf"]
    assert b"ModDate" not in files["pdf"]
    streams = [
        zlib.decompress(stream)
        for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", files["pdf"], re.DOTALL)
        if stream.startswith(b"x")
    ]
    everything = b"".join([files["pdf"], *streams])
    assert b"/FontFile2" in everything  # TrueType, as journals ask
    assert b"/Type3" not in everything
    assert b"STIXGeneral" in everything
    assert b"<dc:date>" not in files["svg"]
    with Image.open(f"{saved}.png") as image:
        assert "Creation Time" not in image.text
        assert image.size[0] == round(300 * style.SINGLE_COLUMN)


def test_the_table_behind_the_figure_is_beside_it(saved):
    pd.testing.assert_frame_equal(
        read_tables([f"{saved}.csv"]), table_of("bias", datasets=("JFLEG",)), rtol=1e-9
    )


def test_a_name_with_dots_is_kept_whole(saved):
    assert sorted(path.name for path in saved.parent.iterdir()) == [
        f"bias.v1.{suffix}" for suffix in ("csv", "pdf", "png", "svg")
    ]


def test_a_figure_is_drawn_under_the_labels_in_the_order_of_the_files(tmp_path):
    paths = []
    for dataset in ("b", "a"):
        paths.append(tmp_path / f"{dataset}.csv")
        table_of("consistency", datasets=(dataset,), metrics=("m",)).to_csv(paths[-1], index=False)
    shown = []

    def plot(table):
        shown.append(table)
        return consistency.plot(table)

    labels = {"dataset": {"b": "First", "a": "Second"}, "metric": {"m": "A metric"}}
    draw_figure(plot, paths, labels, tmp_path / "figure")
    [table] = shown
    assert style.names(table, "dataset") == ["First", "Second"]
    assert style.names(table, "metric") == ["A metric"]
    assert files_of(tmp_path / "figure")["svg"].count(b"A metric") == 2


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
