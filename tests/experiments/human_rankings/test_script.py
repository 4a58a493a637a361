import numpy as np
import pytest
from experiment_inputs import table_file
from figure_checks import table_of

from gec_attribution.experiments.human_rankings.compute import SYSTEMS, compute
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.metrics.base import Metric, ReferenceMetric

SCORING = {"device": "cpu", "dtype": "float32", "batch_tokens": 9, "max_length": 9}
# Two people corrected the last sentence.
REFERENCES = (
    *("S a", "", "S b", "", "S c", "A 0 1|||R:OTHER|||x y|||REQUIRED|||-NONE-|||0"),
    *("A 0 1|||R:OTHER|||xxx y|||REQUIRED|||-NONE-|||1", ""),
)


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

    def file(name, lines):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
        return tmp_path / name

    # The first system has one x, the next two.
    systems = [name for name in SYSTEMS if name != "INPUT"]
    texts = [file("INPUT", ["a", "b", "c"])]
    texts += [file(name, ["x" * k + " y"] * 3) for k, name in enumerate(systems, start=1)]
    ranks = "".join(f"<t system='{name}' rank='{20 - k}'/>" for k, name in enumerate(SYSTEMS))
    items = "".join(f"<ranking-item src-id='{line}'>{ranks}</ranking-item>" for line in (1, 3))
    files = {
        "texts": texts,
        "rankings": [file("r.xml", [f"<a>{items}</a>"])] * 2,
        "people": [file("ts", range(15))] * 4,
        "references": [file("references.m2", REFERENCES)],
        "predicted": table_file(tmp_path, "predicted.csv", table_of("chance")),
    }
    settings = {
        "published": ["mine"],
        "scored": {"mine": ("mine", {"type": "mine"}, "score")},
    }

    def compute_by(metric):
        monkeypatch.setattr("gec_attribution.metrics.load_metric", lambda *_, **__: metric)
        return compute(Inputs(files, settings=settings, resamples=100, scoring=SCORING, store=None))

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
