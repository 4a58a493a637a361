"""Metrics of gec-metrics: their numbers are its own."""

import pytest

from gec_attribution import attribute, load_metric
from gec_attribution.config.opening import checked
from gec_attribution.errors import ConfigError, ModelError

gec_metrics = pytest.importorskip("gec_metrics", reason="needs the extra `gec-metrics`")

SOURCES = ["He go to the school every days .", "I has two cat .", "Fine ."]
HYPOTHESES = ["He goes to school every day .", "I have two cat .", "Fine ."]
REFERENCES = [
    ["He goes to school every day .", "I have two cats .", "Fine ."],
    ["He goes to the school every day .", "I had two cats .", "Fine !"],
]


@pytest.mark.parametrize(("name", "config"), [("green", {}), ("green", {"n": 2}), ("gleu", {})])
def test_scores_are_those_of_gec_metrics(name, config):
    kind = gec_metrics.get_metric(name)
    theirs = kind(kind.Config(**config)).score_sentence(
        sources=SOURCES, hypotheses=HYPOTHESES, references=REFERENCES
    )
    metric = load_metric("m", {"type": "gec_metrics", "id": name, "config": config})
    by_pair = list(zip(*REFERENCES, strict=True))
    assert metric.score(SOURCES, HYPOTHESES, by_pair) == pytest.approx(theirs)
    # A sentence with one reference is scored as if all had one.
    mixed = metric.score(SOURCES, HYPOTHESES, [*by_pair[:2], by_pair[2][:1]])
    assert mixed[:2] == pytest.approx(theirs[:2])


def test_an_entry_knows_its_references_and_its_signature_the_package():
    entries = {
        "green": {"type": "gec_metrics", "id": "green"},
        "free": {"type": "gec_metrics", "id": "some"},
    }
    study = checked({"metrics": entries})
    assert (study.reads_references("green"), study.reads_references("free")) == (True, False)
    green = load_metric("green", entries["green"])
    references = [each[0] for each in REFERENCES]
    record = attribute(green, SOURCES[0], HYPOTHESES[0], references=references)
    assert "|metric.gec-metrics:0.1.1|" in record.signature
    assert "|metric.id:green|" in record.signature


def test_ids_and_reference_free_metrics_are_those_of_gec_metrics():
    from gec_metrics.metrics import MetricBaseForReferenceFree

    from gec_attribution.metrics.gec_metrics import GecMetrics

    kinds = {name: gec_metrics.get_metric(name) for name in gec_metrics.get_metric_ids()}
    free = [name for name, kind in kinds.items() if issubclass(kind, MetricBaseForReferenceFree)]
    assert set(free) == set(GecMetrics.reference_free)
    with pytest.raises(ConfigError, match=r"id: unknown metric 'gren'.*'green'"):
        load_metric("m", {"type": "gec_metrics", "id": "gren"})
    with pytest.raises(ConfigError, match="green has the fields n, beta, unit"):
        load_metric("m", {"type": "gec_metrics", "id": "green", "config": {"m": 1}})


def test_a_metric_whose_model_is_not_there_says_so(monkeypatch):
    def no_pipeline(name, **_):
        raise OSError(f"[E050] Can't find model '{name}'.")

    monkeypatch.setattr("spacy.load", no_pipeline)
    with pytest.raises(ModelError, match=r"gec-metrics' errant: \[E050\].*en_core_web_sm"):
        load_metric("m", {"type": "gec_metrics", "id": "errant"})
