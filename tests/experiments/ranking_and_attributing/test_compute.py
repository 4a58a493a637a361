"""Metrics whose ranking and attributing are known to go together, or not."""

import itertools

import numpy as np
import pandas as pd
import pytest

from gec_attribution.statistics import bootstrap
from gec_study.experiments.ranking_and_attributing.compute import ranking_and_attributing


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 500)


def compared(ranking, areas):
    names = [f"m{number}" for number in range(len(ranking))]
    rankings = pd.DataFrame(
        [
            (judged, "base", name, value, -value)
            for judged, (name, value) in itertools.product(
                ("S", "E"), zip(names, ranking, strict=True)
            )
        ],
        columns=["judged", "systems", "metric", "accuracy", "ts_spearman"],
    )
    rows = [(name, method, "all", area) for method in ("a", "b") for name, area in areas]
    rows += [("people", "another annotator", "all", 0.7), ("m0", "a", "DET", 0.1)]
    judgements = pd.DataFrame(rows, columns=["metric", "method", "type", "auc"])
    judgements = judgements.assign(auc_low=0.4, auc_high=0.6, signature="s")
    judgements.loc[judgements["method"] == "b", "auc"] = 0.9
    return ranking_and_attributing(rankings, judgements, resamples=100)


def test_metrics_in_the_same_order_correlate_wholly():
    areas = [(f"m{number}", 0.5 + number / 100) for number in range(12)]
    table = compared(np.arange(12) / 12, areas)
    assert len(table) == 2 * 2 * 12
    accuracy = table[(table["judged"] == "S") & (table["measure"] == "accuracy")]
    assert accuracy["metric"].tolist() == [name for name, _ in areas]
    assert accuracy["auc"].tolist() == [area for _, area in areas]
    np.testing.assert_allclose(accuracy[["spearman", "spearman_low", "spearman_high"]], 1)
    np.testing.assert_allclose(accuracy["p"], 1 / 501)
    assert accuracy["p_holm"].tolist() == pytest.approx([4 / 501] * 12)
    ts_spearman = table[table["measure"] == "ts_spearman"]
    np.testing.assert_allclose(ts_spearman["spearman"], -1)


def test_metrics_in_an_order_of_their_own_do_not():
    areas = [(f"m{number}", area) for number, area in enumerate([0.5, 0.51, 0.53, 0.52] * 3)]
    table = compared([0.1, 0.2, 0.4, 0.3, 0.4, 0.2, 0.1, 0.3, 0.2, 0.4, 0.3, 0.1], areas)
    row = table.iloc[0]
    assert row["spearman_low"] < 0 < row["spearman_high"]
    assert row["p"] > 0.1


def test_few_metrics_have_no_interval():
    row = compared([0.1, 0.2, 0.3], [("m0", 0.5), ("m1", 0.6), ("m2", 0.55), ("m9", 0.9)]).iloc[0]
    # The fourth has no rankings.
    assert row["metrics"] == 3
    assert row["spearman"] == pytest.approx(0.5)
    assert np.isnan(row["spearman_low"])
    assert row["note"] == "no interval: 3 of at least 10 metrics"
    # Every order of three but for ties is as far from 0.
    assert row["p"] == pytest.approx(1, abs=0.01)
