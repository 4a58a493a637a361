import numpy as np
import pytest
from experiment_inputs import human_rankings

from gec_attribution.experiments.human_rankings.compute import SYSTEMS, compute
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.metrics.base import Metric, ReferenceMetric


class Letters(Metric):
    def score(self, sources, hypotheses):
        del sources
        return np.array([float(text.count("x")) for text in hypotheses])


class Equal(ReferenceMetric):
    def score(self, sources, hypotheses, references=()):
        del sources
        pairs = zip(hypotheses, references, strict=True)
        return np.array([float(text in choices) for text, choices in pairs])


@pytest.fixture
def computed_by(tmp_path, monkeypatch):
    """Results from three lines, with people who prefer the last system on two of them."""

    def compute_by(metric, **files):
        monkeypatch.setattr("gec_attribution.metrics.load_metric", lambda *_, **__: metric)
        known = human_rankings(None, tmp_path)
        known["settings"] = {
            "published": ["mine"],
            "scored": {"mine": ("mine", {"type": "mine"}, "score")},
        }
        known["files"] |= files
        return compute(Inputs(**known, resamples=100))

    return compute_by


def test_metrics_are_compared_with_people_who_ranked(computed_by):
    computed = computed_by(Letters())
    table, means = computed["human_rankings"], computed["published_scores"]
    assert "replicates" not in table
    # One metric is compared with none.
    assert computed["ranking_differences"].empty
    assert table[["accuracy", "ts_spearman"]].to_numpy().ravel().tolist() == [1] * 8
    assert table["sentences"].tolist() == [2] * 4
    shown = means.set_index("system").loc[["INPUT", "BART", "UEDIN-MS"], "score"]
    assert shown.tolist() == [0, 1, 14]
    assert (means["sentences"] == 3).all()


def test_metrics_that_read_references_are_given_the_official_ones(computed_by):
    means = computed_by(Equal())["published_scores"].set_index("system")["score"]
    # The unchanged source is the reference of two lines, and two systems wrote one of the third.
    expected = {"INPUT": 2 / 3, "BART": 1 / 3, "GECToR-BERT": 1 / 3}
    assert means.to_dict() == pytest.approx(dict.fromkeys(SYSTEMS, 0) | expected)


def test_without_right_edits_to_predict_metrics_rank_all_the_same(computed_by):
    computed = computed_by(Letters(), predicted=[])
    assert computed["human_rankings"]["accuracy"].tolist() == [1] * 4
    assert computed["ranking_correlations"]["metrics"].tolist() == [0] * 8
    assert computed["ranking_correlations"]["spearman"].isna().all()
