import dataclasses

import explored_study
import numpy as np
import pandas as pd
import pytest

from gec_attribution.pages.explorer.charts import disagreement_charts, figure_charts
from gec_attribution.pages.explorer.columns import Attributions, read_dataset

LABELS = {
    "dataset": {"d": "Data"},
    "system": {"one": "One", "two": "Two"},
    "metric": {"some": "SOME", "ppl": "PPL"},
    "method": {"shapley": "Shapley", "add": "Add"},
}


@pytest.fixture(scope="module")
def essays(tmp_path_factory):
    return read_dataset(explored_study.dataset(tmp_path_factory.mktemp("essays"), "essays", "en"))


def with_signs(dataset, signs):
    """The same corrections, each metric with these signs for all edits."""
    return dataclasses.replace(
        dataset,
        attributions={
            metric: {"shapley": Attributions({"sign": np.array(sign)}, {}, "")}
            for metric, sign in signs.items()
        },
    )


def test_metrics_disagree_where_their_signs_are_opposite(essays):
    types = [edit.type for some in essays.edits for edit in some]
    other_edits = [number for number, kind in enumerate(types) if kind == "R:OTHER"]
    assert len(other_edits) == 8
    some, ppl = np.ones(len(types)), np.ones(len(types))
    ppl[other_edits[:3]] = -1
    # What one of them does not judge is left out.
    some[other_edits[3]], ppl[other_edits[4]] = 0, np.nan
    labels = {**LABELS, "dataset": explored_study.LABELS["dataset"]}
    (chart,) = disagreement_charts([with_signs(essays, {"some": some, "ppl": ppl})], labels)
    row = chart["rows"].index("other (OTHER)")
    (cell,) = chart["cells"][row]
    assert cell["value"] == 3 / 6
    assert cell["text"] == "50%"
    assert cell["view"] == {
        "dataset": "essays",
        "type": "OTHER",
        "sort": "metrics",
        "metric": "some",
        "method": "shapley",
        "against": "ppl",
    }
    assert chart["columns"] == ["SOME and PPL"]


def test_one_metric_disagrees_with_nobody(essays):
    signs = {"some": np.ones(essays.offsets[-1])}
    assert list(disagreement_charts([with_signs(essays, signs)], LABELS)) == []


def test_a_cell_has_the_number_of_the_figure_and_the_filters_of_its_sentences():
    bias = pd.DataFrame(
        [
            ("d", "some", "DET", 0.25, 0.1, 0.4, 0.01, 40, 20),
            ("d", "ppl", "DET", np.nan, np.nan, np.nan, np.nan, 40, 20),
            ("d", "ppl", "SPELL", -0.5, np.nan, np.nan, 0.2, 90, 5),
        ],
        columns=["dataset", "metric", "type", "mean", "low", "high", "p_holm", "edits", "sources"],
    )
    (chart,) = figure_charts({"bias": bias}, LABELS, {"bias": "add"})
    assert chart["rows"] == ["spelling (SPELL)", "determiner (DET)"]
    assert chart["columns"] == ["SOME", "PPL"]
    (_, spelling), (determiner, undefined) = chart["cells"]
    assert undefined is None
    assert determiner["text"] == "+0.25 [+0.10, +0.40]*"
    assert spelling["text"] == "−0.50 (5 sources)"
    assert determiner["view"] == {
        "dataset": "d",
        "type": "DET",
        "sort": "phi",
        "metric": "some",
        "method": "add",
    }


def test_counts_of_edits_open_the_sentences_with_so_many():
    counts = pd.DataFrame(
        [("d", "two", 0, 3, 0.3), ("d", "two", 1, 7, 1.0), ("d", "one", 1, 10, 1.0)],
        columns=["dataset", "system", "edits", "sentences", "ratio"],
    )
    (chart,) = figure_charts({"edit_counts": counts}, LABELS, {})
    assert chart["rows"] == ["One", "Two"]
    assert [[cell and cell["text"] for cell in row] for row in chart["cells"]] == [
        [None, "10"],
        ["3", "7"],
    ]
    assert chart["cells"][1][1]["view"] == {
        "dataset": "d",
        "system": "two",
        "min": "1",
        "max": "1",
    }


def test_a_study_without_an_experiment_has_no_figure_of_it():
    assert list(figure_charts({}, LABELS, {})) == []
    assert list(figure_charts({"bias": pd.DataFrame()}, LABELS, {"bias": "add"})) == []
