"""Properties of every experiment of the catalogue: its figures, its tables and their captions."""

import itertools
import re

import matplotlib as mpl
import numpy as np
import project
import pytest
from computed_rows import computed, table_of
from figure_checks import SHAPES, drawn
from matplotlib.text import Text
from table_checks import needs_latex, rows_of_markdown, typeset, written

from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.loading import module_of
from gec_attribution.figures import files as figure_files
from gec_attribution.figures import style
from gec_attribution.pipeline.captions import caption
from gec_attribution.pipeline.experiment_files import shown_options
from gec_attribution.pipeline.opening import load_study
from gec_attribution.pipeline.report import finding_of
from gec_attribution.pipeline.study import ExperimentStudy
from gec_attribution.storage.csv_files import read_tables, write_csv
from gec_attribution.tables.columns import cells_of

FIGURES = {
    figure.name: (experiment, figure)
    for experiment in experiments().values()
    for figure in experiment.figures
}
TABLES = {
    table.name: (experiment, table)
    for experiment in experiments().values()
    for table in experiment.tables
}
# Results of counts, which are never undefined.
COUNTS = {"edit_counts", "explained_edits"}


@pytest.fixture(scope="module")
def study():
    """The default study."""
    return load_study(project.ROOT / "config/config.yaml")


def result_shown(name):
    experiment, figure = FIGURES[name]
    return experiment.result_of(figure)


@pytest.fixture
def draw(study):
    def draw_figure(name, table):
        experiment, figure = FIGURES[name]
        options = shown_options(study, experiment, figure, "some")
        return module_of(experiment.module(figure)).plot(table, **options)

    return draw_figure


def rows_shown(name, **shape):
    """Synthetic rows of the result that a figure shows."""
    return table_of(result_shown(name), **shape)


def through_a_file(table, folder, experiment):
    """Rows as a script of the experiment reads them."""
    write_csv(table, folder / "rows.csv")
    return read_tables([folder / "rows.csv"], experiment.text_columns)


@pytest.mark.parametrize("name", FIGURES)
def test_a_script_draws_the_same_bytes_whatever_the_settings_of_matplotlib(
    name, study, draw, tmp_path
):
    experiment, figure = FIGURES[name]
    table = through_a_file(rows_shown(name, datasets=("JFLEG",)), tmp_path, experiment)
    options = shown_options(study, experiment, figure, "some")
    # The test of saving one figure sees that the other formats repeat, too.
    expected_files = [tmp_path / "expected.svg", tmp_path / "expected.csv"]
    figure_files.save_figure(draw(name, table), table.assign(**options), expected_files)
    script = project.load_script("plot")
    snakemake = project.Named(
        input=project.Named(tables=[tmp_path / "rows.csv"]),
        params=project.Named(
            module=experiment.module(figure),
            labels={},
            options=options,
            size=study.size(name),
            text=experiment.text_columns,
        ),
        output=[str(tmp_path / "drawn.svg"), str(tmp_path / "drawn.csv")],
    )
    with mpl.rc_context(
        {"font.size": 30, "axes.facecolor": "yellow", "svg.hashsalt": None}
    ):
        script.main(snakemake)
        assert mpl.rcParams["font.size"] == 30
    for suffix in ("svg", "csv"):
        expected = (tmp_path / f"expected.{suffix}").read_bytes()
        assert (tmp_path / f"drawn.{suffix}").read_bytes() == expected


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("empty", ["no rows", "no values"])
def test_a_figure_of_nothing_says_why(name, empty, draw):
    table = rows_shown(name, datasets=("JFLEG",))
    if empty == "no rows":
        table = table[:0]
    elif result_shown(name) in COUNTS:
        pytest.skip("counts are never undefined")
    else:
        table[table.select_dtypes("float").columns] = np.nan
    figure = drawn(draw(name, table))
    [text] = figure.texts
    assert re.search(r"\b[Nn]o\b.*\.$", text.get_text(), re.DOTALL)
    assert not figure.axes


# Columns that each figure draws, and of which rows.
DRAWN = {
    "agreement": ("agreement", "protocol == 'best-agreeing'"),
    "agreement_one_reference": ("agreement", "protocol == 'best-f0.5'"),
    "bias": ("mean", ""),
    "chance": (
        "value",
        "measure.str.startswith('auc') and part == 'all' and predictor == 'type'",
    ),
    "consistency": ("value", "measure in ['sign_agreement', 'pearson', 'spearman']"),
    "cumulative_edits": ("ratio", ""),
    "efficiency": ("seconds_mean", ""),
    "estimators": ("error", "of_edits == 'all'"),
    "faithfulness": ("value", ""),
    "human_rankings": ("accuracy", ""),
    "interactions": ("value", "by == 'distance' and measure == 'relative'"),
    "precision": ("precision", ""),
    "probe_pairs": ("value", "measure == 'difference'"),
    "probes": ("value", "measure == 'positive' and group == 'all'"),
}
# Heat maps show no intervals; as in the paper, the band of times is a standard deviation.
NO_INTERVALS = {"bias", "precision", "efficiency"}


def numbers_in(panel):
    """Numbers of the lines, bars, bands and cells of a panel."""
    parts = [np.ravel(line.get_xydata()) for line in panel.lines]
    parts += [[bar.get_height() for bar in bars] for bars in panel.containers]
    for collection in panel.collections:
        cells = collection.get_array()
        parts += [np.ma.ravel(cells).compressed()] if cells is not None else []
        parts += [np.ravel(collection.get_offsets())]
        parts += [np.ravel(path.vertices) for path in collection.get_paths()]
    parts += [np.ravel(patch.get_path().vertices) for patch in panel.patches]
    return np.concatenate(parts)


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_draws_the_numbers_of_its_rows_where_its_titles_say(name, draw):
    column, chosen = DRAWN[name]
    shape = {
        "datasets": ("JFLEG",)
        if FIGURES[name][1].unit == "metric"
        else ("Essays", "JFLEG")
    }
    table = rows_shown(name, **shape, methods=("A", "B"))
    panels = [(panel, numbers_in(panel)) for panel in draw(name, table).axes]
    shown = table.query(chosen) if chosen else table
    every = np.concatenate([numbers for _, numbers in panels])
    ends = [end for end in ("low", "high") if end in table and name not in NO_INTERVALS]
    for expected in [column, *ends]:
        assert is_among(shown[expected].dropna(), every).all(), expected
    for panel, numbers in panels:
        rows = shown[is_among(shown[column], numbers) & (shown[column] != 0)]
        for names in {"dataset", "metric"}.intersection(table):
            named = {one for one in set(table[names]) if one in panel.get_title()}
            assert not named or set(rows[names]) <= named


def is_among(values, numbers):
    return np.isclose(values.to_numpy()[:, None], numbers, rtol=1e-9, atol=0).any(
        axis=1
    )


def texts_on(figure):
    """The texts that are on the page; an axis also has ticks that lie outside its limits."""
    drawn_texts = []

    def draw(text, _renderer):
        drawn_texts.append(text)

    drawn(figure)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "draw", draw)
        drawn(figure)
    return [
        text for text in drawn_texts if text.get_visible() and text.get_text().strip()
    ]


def overlaps(box, other_box):
    """Whether two boxes share more than a rounding error."""
    width = min(box.x1, other_box.x1) - max(box.x0, other_box.x0)
    height = min(box.y1, other_box.y1) - max(box.y0, other_box.y0)
    return width > 0.5 and height > 0.5


def shapes_of(name):
    """The shapes that a figure may have: those of one data set and metric show these alone."""
    result = result_shown(name)
    for shape, parts in SHAPES.items():
        fits = FIGURES[name][1].unit == "study" or shape in (
            "one data set",
            "fifteen systems",
        )
        if fits and all(part.removesuffix("s") in table_of(result) for part in parts):
            yield shape


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_fits_its_page(name, draw):
    for shape in shapes_of(name):
        figure_fits(draw(name, rows_shown(name, **SHAPES[shape])))


def figure_fits(figure):
    assert figure.get_figwidth() <= style.DOUBLE_COLUMN
    texts = texts_on(figure)
    assert len(texts) >= 8
    page = figure.bbox.padded(1)
    for text in texts:
        assert text.get_fontsize() >= 7
        box = text.get_window_extent()
        corners = (box.x0, box.y0), (box.x1, box.y1)
        assert all(page.fully_contains(*corner) for corner in corners), text.get_text()
    boxes = [panel.get_tightbbox() for panel in figure.axes]
    assert not any(overlaps(*pair) for pair in itertools.combinations(boxes, 2))
    for legend in figure.legends:
        assert not any(overlaps(legend.get_window_extent(), box) for box in boxes)
    for panel in figure.axes:
        ticks = [text for text in panel.xaxis.get_ticklabels() if text in texts]
        for group in (ticks, panel.texts[:60]):
            extents = [text.get_window_extent() for text in group]
            assert not any(
                overlaps(*pair) for pair in itertools.combinations(extents, 2)
            )


# Arguments of tables that come from a study.
KINDS = {"SOME": "some", "IMPARA": "impara", "PPL": "perplexity"}
TAKEN = {
    "exact_up_to": 10,
    "published_datasets": {"JFLEG": "excgec-test"},
    "published": {"SOME": "some", "IMPARA": "impara"},
    "claimed": {
        "datasets": {"JFLEG": ("jfleg-dev", "en"), "Essays": ("excgec-test", "zh")},
        "models": [(name, kind, name) for name, kind in KINDS.items()],
    },
}


def rows_joined(name, study, folder):
    """The rows that a table shows, as its script gets them."""
    experiment, table = TABLES[name]
    module = module_of(experiment.module(table))
    if not hasattr(module, "join"):
        return through_a_file(table_of(experiment.result_of(table)), folder, experiment)
    # Differences name a second metric, which rows of other names lack.
    results = {role: name for role, name in table.joins.items() if "/" not in name}
    shape = (
        {"datasets": ("JFLEG", "Essays"), "methods": ("shapley",)} if results else {}
    )
    results = results or {"tables": experiment.result_of(table)}
    given = {
        role: through_a_file(table_of(result, **shape), folder, experiment)
        for role, result in results.items()
    }
    asked = table.asks(study) if table.asks else {}
    taken = {name: TAKEN[name] for name in [*asked, *table.takes]}
    return module.join(**given, **(table.options | taken))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_printed(name, study, tmp_path):
    experiment, table = TABLES[name]
    module = module_of(experiment.module(table))
    rows = rows_joined(name, study, tmp_path)
    shown = cells_of(module, rows)
    heading, *printed = rows_of_markdown(written(tmp_path, shown, numbers=rows)["md"])
    assert heading == [*shown.columns, "Note"]
    assert len(printed) == len(shown) > 0
    texts = shown.to_numpy().ravel().tolist()
    assert all(isinstance(text, str) for text in texts)
    assert not {"", "nan", "None", "–"}.issuperset(texts)
    assert not {"nan", "None"} & set(texts)
    assert all(isinstance(signature, str) for signature in shown.index)


@needs_latex
def test_every_table_fits_a_paper(study, tmp_path):
    tables = {}
    for name, (experiment, table) in TABLES.items():
        module = module_of(experiment.module(table))
        cells = cells_of(module, rows_joined(name, study, tmp_path))
        is_transposed = getattr(module, "TRANSPOSED", False)
        files = written(tmp_path, cells, name=name, is_transposed=is_transposed)
        tables[name] = files["tex"].decode("ascii")
    assert typeset(tmp_path, tables) == []


@pytest.mark.parametrize("name", [*FIGURES, *(f"table {name}" for name in TABLES)])
def test_a_caption_is_a_sentence_of_facts(name, study, monkeypatch):
    monkeypatch.setattr(ExperimentStudy, "has", lambda *_: True)
    table = name.removeprefix("table ")
    experiment, shown = FIGURES[name] if table == name else TABLES[table]
    text = caption(study, experiment, shown)
    assert re.fullmatch(r"[^{}]{40,}\.", text)
    assert "FIXME" not in text
    assert not re.search(r"None|  |:[.;,]| ,|\(\)", text)


def test_a_finding_is_a_sentence_about_rows_of_the_study():
    found = [
        shown for shown in [*FIGURES.values(), *TABLES.values()] if shown[1].finding
    ]
    for experiment, shown in found:
        if not experiment.computed:
            continue
        table = computed(experiment.name)[experiment.result_of(shown)]
        # The study has fewer than a sentence wants.
        table = table.drop(columns="sources", errors="ignore")
        if experiment.name == "edit_counts":
            # No sentence has as many edits as the option.
            table = table.assign(edits="exact_up_to")
        sentence = finding_of(shown.finding, table)
        for column, value in shown.finding.where.items():
            table = table[table[column] == value]
        assert sentence or table[shown.finding.column].dropna().nunique() <= 1, (
            shown.name
        )
        assert "{" not in sentence
        assert "nan" not in sentence
