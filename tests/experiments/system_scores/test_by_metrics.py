"""Scores of each system by a metric."""

import numpy as np
import pandas as pd
import pytest
import scipy.stats

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.system_scores.by_metrics import metric_scores, scores_by_line
from gec_attribution.statistics.bootstrap import TEST_RESAMPLES
from gec_attribution.tables.labels import UNCHANGED

NAN = float("nan")


def evaluate(scores, systems=("one", "two", "three")):
    evaluation = Evaluation("d", "m").for_tests()
    return metric_scores(evaluation, systems, np.array(scores)).set_index("system")


def random_scores(lines=200, shift=0.2):
    random = np.random.default_rng(4)
    sources = random.normal(size=lines)
    noise = random.normal(scale=0.3, size=(3, lines))
    return np.vstack([sources, sources + noise + np.array([[0.0], [shift], [0.0]])])


def test_means_and_differences_by_hand():
    table = evaluate([[1.0, 2, 6], [2.0, 2, 8], [1.0, 2, 9], [5.0, NAN, 7]])
    assert table.index.tolist() == [UNCHANGED, "one", "two", "three"]
    # The third has no score of the second sentence, which is left out for all.
    assert table["mean"].tolist() == [3.5, 5, 5, 6]
    assert table["sentences"].tolist() == [2, 2, 2, 2]
    assert table["left_out"].tolist() == [1, 1, 1, 1]
    assert table["undefined"].tolist() == [0, 0, 0, 1]
    assert table["difference"].tolist() == pytest.approx([-1.5, NAN, 0, 1], nan_ok=True)
    assert table["sources"].tolist() == [2, 2, 2, 2]
    assert (table["other_system"] == "one").all()
    assert table["low"].isna().all()
    assert table["note"][UNCHANGED] == "no interval: 2 of at least 10 source sentences"


def test_a_paired_test_finds_what_two_intervals_hide():
    scores = random_scores()
    table = evaluate(scores)
    system_one, system_two, system_three = table.loc["one"], table.loc["two"], table.loc["three"]
    assert system_one["high"] > system_two["low"]
    assert scipy.stats.ttest_rel(scores[2], scores[1]).pvalue < 1e-6
    assert system_two["p"] == 2 / (1 + TEST_RESAMPLES)
    assert system_two["difference_low"] > 0
    assert system_three["p"] == pytest.approx(
        scipy.stats.ttest_rel(scores[3], scores[1]).pvalue, abs=0.03
    )
    assert np.isnan(system_one["p"])
    # Three comparisons are corrected: with the source, and with the two other systems.
    assert system_two["p_holm"] == pytest.approx(3 * system_two["p"])


def test_a_source_has_the_score_that_it_has_beside_any_system():
    ends = pd.DataFrame(
        {
            "system": ["one"] * 3 + ["two"] * 3,
            # The second system made more edits of the second source than coalitions can have.
            "baseline": [3.0, 5.0, NAN, 3.0, NAN, NAN],
            "score": [3.0, 7.0, NAN, NAN, NAN, 2.0],
        }
    )
    expected = [[3, 5, NAN], [3, 7, NAN], [NAN, NAN, 2]]
    np.testing.assert_array_equal(scores_by_line(ends), expected)
