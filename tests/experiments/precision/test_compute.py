from itertools import product

import numpy as np
import pandas as pd
import pytest
from attributed import attributions, typed_sentence

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.precision.compute import corpus_scores, precision

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


def test_an_attribution_that_is_noise_is_no_share():
    # Both scores are about 1, so that 1e-8 is less than float32 can tell.
    table = attributions([typed_sentence("one", 0, [0.5, -1e-8], "R:DET", "M:ORTH")])
    table = precision(EVALUATION, table.assign(baseline=1.0), {"one": 1.0}, min_frequency=1)
    assert table["precision"].fillna(-1).tolist() == [1, -1]
    assert table["sources"].tolist() == [1, 0]


def test_a_type_must_be_frequent_in_every_system():
    assert evaluate(min_frequency=2).empty
    table = precision(EVALUATION, TABLE, {"one": 0.7}, min_frequency=2)
    assert table["type"].tolist() == ["DET"]


def test_a_type_of_most_systems_is_taken_where_none_is_of_all():
    rows = [
        typed_sentence(name, 0, [1, 3, -3], "R:DET", "R:DET", "R:NOUN") for name in ("one", "two")
    ]
    rows += [typed_sentence("speller", 0, [1, 1, -1], "R:SPELL", "R:SPELL", "R:DET")]
    systems = dict.fromkeys(["one", "two", "speller"], 0.7)
    table = precision(EVALUATION, attributions(rows), systems, min_frequency=2)
    assert table["type"].tolist() == ["DET"] * 3
    assert table["precision"].fillna(-1).tolist() == [1, 1, -1]
    assert table["edits"].tolist() == [2, 2, 1]
    # One type that all have is enough to be the paper's figure.
    everywhere = [typed_sentence(name, 1, [1, 1], "R:ADJ", "R:ADJ") for name in systems]
    table = precision(EVALUATION, attributions(rows + everywhere), systems, min_frequency=2)
    assert table["type"].tolist() == ["ADJ"] * 3


def test_a_corpus_score_is_the_mean_over_edited_and_unedited_sentences():
    ends = pd.DataFrame(
        {
            "system": ["two"] * 3 + ["one"] * 3,
            "baseline": [1.0, 0.0, 1.0] * 2,
            "score": [1.0, 2.0, np.nan, 1.0, 0.0, 1.0],
        }
    )
    assert list(corpus_scores(ends).items()) == [("two", 1.5), ("one", 2 / 3)]
