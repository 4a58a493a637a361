"""Metrics that are known to rank as they attribute, or not."""

import numpy as np
import pandas as pd
import pytest

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.human_rankings import correlations_table
from gec_attribution.experiments.human_rankings.correlations import RANKED_BY, ranking_correlations
from gec_attribution.tables.columns import cells_of


def correlated(ranking, areas):
    names = [f"m{number}" for number in range(len(areas))]
    rankings = pd.DataFrame(
        [
            (judged, "base", name, value, -value)
            for judged in ("S", "E")
            for name, value in zip(names, ranking, strict=False)
        ],
        columns=["judged", "systems", "metric", *RANKED_BY],
    )
    rows = [
        (predictor, name, method, truth, area)
        for method in ("a", "b")
        for predictor, truth in (("whole", "people"), ("phi", "references"), ("phi", "people"))
        for name, area in zip(names, areas, strict=True)
    ]
    table = pd.DataFrame(rows, columns=["predictor", "metric", "method", "truth", "value"])
    used = (table["predictor"] == "phi") & (table["truth"] == "people") & (table["method"] == "a")
    table.loc[~used, "value"] = 0.5
    predicted = table.assign(measure="auc", part="all")
    return ranking_correlations(Evaluation(resamples=500), rankings, predicted)


def test_metrics_in_the_same_order_correlate_wholly():
    table = correlated(np.arange(12) / 12, 0.5 + np.arange(12) / 100)
    assert table["measure"].tolist() == list(RANKED_BY) * 2
    columns = table[["spearman", "spearman_low", "spearman_high"]].to_numpy()
    np.testing.assert_allclose(columns, np.outer([1, -1, 1, -1], [1, 1, 1]))
    np.testing.assert_allclose(table["p"], 1 / 501)
    np.testing.assert_allclose(table["p_holm"], 4 / 501)


def test_few_metrics_have_no_interval():
    # The fourth has no rankings.
    table = correlated([0.1, 0.2, 0.3], [0.5, 0.6, 0.55, 0.9])
    row = table.iloc[0]
    assert row["metrics"] == 3
    assert row["spearman"] == pytest.approx(0.5)
    assert np.isnan(row["spearman_low"])
    assert row["note"] == "no interval: 3 of at least 10 metrics"
    # They are no sources, and have a column of their own.
    assert cells_of(correlations_table, table).iloc[0].tolist()[3:5] == ["3", "0.500"]
    # Every order of three but for ties is as far from 0.
    assert row["p"] == pytest.approx(1, abs=0.01)


def test_metrics_of_the_same_numbers_are_one():
    apart = correlated([0.1, 0.2, 0.3, 0.4], [0.5, 0.6, 0.55, 0.6])
    again = correlated([0.1, 0.2, 0.3, 0.4, 0.20001], [0.5, 0.6, 0.55, 0.6, 0.6])
    assert again["metrics"].tolist() == [4] * 4
    assert again["spearman"].tolist() == apart["spearman"].tolist()
