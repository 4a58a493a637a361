import numpy as np
import pytest

from gec_study.experiments.metric_scores import table as table_of_scores
from gec_study.experiments.metric_scores.compute import metric_scores
from gec_study.tables.labels import with_labels


def rows(dataset="d", systems=("t5", "bart")):
    random = np.random.default_rng(0)
    scores = random.normal([[70.0], [80.0], [90.0]], 0.01, size=(1 + len(systems), 100))
    return metric_scores(dataset, "m", systems, scores, resamples=100)


def test_a_row_is_a_system():
    labels = {"system": {"t5": "T5", "bart": "BART"}}
    table = with_labels(rows(), labels)
    shown = table_of_scores.tabulate(table)
    assert shown["System"].tolist() == ["unchanged source", "T5", "BART"]
    assert shown["Score"].iloc[0].startswith("70.00 [")
    assert shown["Difference"].tolist()[1] == "–"
    assert shown["Difference"].tolist()[2].startswith("+10.00 [+")
    assert shown["p (Holm)"].tolist() == ["< 0.001", "–", "< 0.001"]


def test_digits_are_those_of_the_largest_mean():
    table = rows()
    table[["mean", "low", "high"]] /= 1000
    assert table_of_scores.tabulate(table)["Score"].iloc[0].split(" ")[0] == "0.07000"


def test_two_systems_of_one_label_are_refused():
    with pytest.raises(Exception, match="'T5', 'T5'"):
        with_labels(rows(), {"system": {"t5": "T5", "bart": "T5"}})
