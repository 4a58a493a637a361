from itertools import product

import numpy as np
import pandas as pd
import pytest
from attributed import attributions, typed_sentence
from figure_checks import cell_texts, legend_texts, tick_labels

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.precision import decomposition_table
from gec_attribution.experiments.precision.compute import (
    corpus_scores,
    precision,
    score_decomposition,
)
from gec_attribution.experiments.precision.figure import plot
from gec_attribution.figures import style

EVALUATION = Evaluation(resamples=50)


TABLE = attributions(
    [
        typed_sentence("one", 0, [1, -3], "R:DET", "M:DET"),
        typed_sentence("one", 1, [2, 2], "R:DET", "R:ORTH"),
        typed_sentence("two", 0, [-5], "M:DET"),
        typed_sentence("two", 1, [0], "R:ORTH"),
        typed_sentence("two", 2, [float("nan")], "R:ORTH"),
    ]
)


def evaluate(**options):
    table = precision(EVALUATION, TABLE, {"two": 0.8, "one": 0.7}, **options)
    return table.set_index(["system", "type"])


def test_precision_is_the_positive_share_of_normalised_attribution():
    table = evaluate(min_frequency=1)
    assert table.index.tolist() == list(product(("two", "one"), ("DET", "ORTH")))
    # Equation 6: 0.25 and 0.5 of "one" are positive, 0.75 is negative.
    assert table["precision"]["one", "DET"] == pytest.approx(0.75 / 1.5)
    assert table["precision"]["one", "ORTH"] == 1
    assert table["precision"]["two", "DET"] == 0
    assert np.isnan(table["precision"]["two", "ORTH"])
    assert table["edits"].tolist() == [1, 1, 3, 1]
    assert table["corpus_score"].tolist() == [0.8, 0.8, 0.7, 0.7]
    assert table["missing"].tolist() == [1, 1, 0, 0]


def test_a_type_must_be_frequent_in_every_system():
    assert evaluate(min_frequency=2).empty
    table = precision(EVALUATION, TABLE, {"one": 0.7}, min_frequency=2)
    assert table["type"].tolist() == ["DET"]


def test_a_corpus_score_is_the_mean_over_edited_and_unedited_sentences():
    ends = pd.DataFrame(
        {
            "system": ["two"] * 3 + ["one"] * 3,
            "baseline": [1.0, 0.0, 1.0] * 2,
            "score": [1.0, 2.0, np.nan, 1.0, 0.0, 1.0],
        }
    )
    assert list(corpus_scores(ends).items()) == [("two", 1.5), ("one", 2 / 3)]


NOUN, DET, PUNCT = (0, 1, "x", "R:NOUN"), (1, 2, "", "U:DET"), (2, 2, "!", "M:PUNCT")
# M(S|S) and M(H|S) of four sentences; one of them is not attributed.
ENDS = {
    "one": np.array([[0.5, 0.6], [0.4, 0.4], [0.3, 0.6], [0.2, 0.55]]),
    "other": np.array([[0.5, 1.0], [0.4, 0.5], [0.3, 0.3], [0.2, 0.5]]),
}
EDITED = [
    ("one", 1, [0.2, -0.1], [NOUN, DET]),
    ("one", 3, [0.1, 0.2], [NOUN, NOUN]),
    ("one", 4, [np.nan], [PUNCT]),
    ("other", 1, [0.5], [NOUN]),
    ("other", 2, [0.1], [PUNCT]),
    ("other", 4, [0.25, 0.05], [DET, PUNCT]),
]


def test_the_parts_are_what_types_of_edits_add_per_sentence():
    table = score_decomposition(EVALUATION, ENDS, attributions(EDITED)).set_index(
        "group"
    )
    parts = table[table["system"] == "one"]
    assert parts.index.tolist() == [
        "source",
        "NOUN",
        "DET",
        "PUNCT",
        "unattributed",
        "score",
    ]
    expected = [1.4 / 4, 0.5 / 4, -0.1 / 4, 0, 0.35 / 4, 2.15 / 4]
    assert parts["value"].tolist() == pytest.approx(expected)
    assert parts["edits"].tolist() == [0, 3, 1, 0, 0, 4]
    assert set(parts["unattributed"]) == {1}
    other_parts = table[table["system"] == "other"]
    assert other_parts.loc["unattributed", "value"] == pytest.approx(0, abs=1e-15)
    assert set(other_parts["unattributed"]) == {0}
    assert other_parts.loc["PUNCT", "value"] == pytest.approx(0.15 / 4)


def test_a_type_may_have_the_name_of_another_part():
    rows = [
        ("source", "source", 0.5),
        ("type", "source", 0.125),
        ("type", "score", 0.25),
    ]
    rows += [("unattributed", "unattributed", 0.0), ("score", "score", 0.875)]
    table = pd.DataFrame(rows, columns=["by", "group", "value"]).assign(
        dataset="d", metric="m", system="s", low=-1.0, high=1.0, edits=1, unattributed=0,
        signature="x",
    )  # fmt: skip
    shown = decomposition_table.tabulate(table)
    assert shown["Part"].tolist() == [
        "sources",
        "score",
        "source",
        "not attributed",
        "score",
    ]
    assert shown["s"].str.startswith(("0.5", "+0.25", "+0.12", "0", "0.87")).all()
    assert shown["s"].tolist()[1].startswith("+0.25")


def test_precision_writes_precision_count_and_corpus_score():
    rows = [
        ("JFLEG", "SOME", "T5", "ORTH", 0.5, 0.4, 0.6, 12, 0, 0.80312),
        ("JFLEG", "SOME", "T5", "ADV", 1.0, 0.9, 1.0, 10, 0, 0.80312),
        ("JFLEG", "SOME", "GPT-4o mini", "ORTH", 0.875, 0.8, 0.95, 30, 0, 0.8414),
        ("JFLEG", "SOME", "GPT-4o mini", "ADV", np.nan, np.nan, np.nan, 11, 0, 0.8414),
    ]
    columns = [
        "dataset",
        "metric",
        "system",
        "type",
        "precision",
        "low",
        "high",
        "edits",
    ]
    table = pd.DataFrame(rows, columns=[*columns, "sampled_edits", "corpus_score"])
    figure = plot(table, 10)
    panel, _bar = figure.axes
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
    assert panel.patch.get_hatch() == style.UNDEFINED["hatch"]
    assert mesh.get_clim() == (0.5, 1)
    assert legend_texts(figure)[-1] == "fewer than 10 edits, or no effect"
