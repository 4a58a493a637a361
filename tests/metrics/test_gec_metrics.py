"""Metrics of gec-metrics: their numbers are its own."""

import pytest
import spacy
from project import ROOT

from gec_attribution import attribute, load_metric
from gec_attribution.config.opening import checked
from gec_attribution.errors import ConfigError, ModelError
from gec_attribution.judging.evaluate import evaluate_corrections
from gec_attribution.languages.pipelines import USUAL_PIPELINE, usual_english_pipeline

gec_metrics = pytest.importorskip("gec_metrics", reason="needs the extra `gec-metrics`")

SOURCES = ["He go to the school every days .", "I has two cat .", "Fine ."]
HYPOTHESES = ["He goes to school every day .", "I have two cat .", "Fine ."]
REFERENCES = [
    ["He goes to school every day .", "I have two cats .", "Fine ."],
    ["He goes to the school every day .", "I had two cats .", "Fine !"],
]


CORPUS = ROOT / "data" / "learner"
FILES = [
    CORPUS / f"{name}.txt"
    for name in ("sources", "fluent", "reference.0", "reference.1")
]


@pytest.fixture
def pipeline(monkeypatch):
    """The pipeline that gec-metrics loads by its name: that one, its wheel, or else the embedded.

    So both sides find edits with the same one.
    """
    load = spacy.load

    def load_usual(name, **options):
        found = usual_english_pipeline("auto") if name == USUAL_PIPELINE else name
        return load(found, **options)

    monkeypatch.setattr("spacy.load", load_usual)
    # ERRANT keeps what it loads there, where other tests look.
    monkeypatch.setattr("errant.en.classifier.nlp", None)


def learner_corpus(sentences):
    """The first sources of the learner corpus, what was written for them, and both references."""
    return [path.read_text(encoding="utf-8").splitlines()[:sentences] for path in FILES]


@pytest.mark.usefixtures("pipeline")
@pytest.mark.parametrize(
    ("name", "config"),
    [
        ("errant", {}),
        ("errant", {"beta": 1.0}),
        ("gotoscorer", {}),
        ("gotoscorer", {"ref_id": 1}),
    ],
)
def test_scores_by_edits_are_those_of_gec_metrics(name, config):
    sources, hypotheses, *references = learner_corpus(20)
    kind = gec_metrics.get_metric(name)
    theirs = kind(kind.Config(**config)).score_sentence(sources, hypotheses, references)
    metric = load_metric("m", {"type": "gec_metrics", "id": name, "config": config})
    by_pair = list(zip(*references, strict=True))
    assert metric.score(sources, hypotheses, by_pair).tolist() == theirs
    # No two numbers of a metric may be alike by chance alone.
    assert len(set(theirs)) > 3


@pytest.mark.usefixtures("pipeline")
def test_scores_weighted_by_a_model_are_those_of_gec_metrics(tiny_models):
    sources, hypotheses, *references = learner_corpus(5)
    model = {
        "model_type": str(tiny_models / "similarity"),
        "num_layers": 2,
        "rescale_with_baseline": False,
        "use_fast_tokenizer": True,
    }
    kind = gec_metrics.get_metric("pterrant")
    weights = gec_metrics.get_metric("bertscore").Config(**model)
    theirs = kind(kind.Config(weight_model_config=weights))
    entry = {
        "type": "gec_metrics",
        "id": "pterrant",
        "config": {"weight_model_config": model},
    }
    metric = load_metric("m", entry)
    expected = theirs.score_sentence(sources, hypotheses, references)
    by_pair = list(zip(*references, strict=True))
    assert metric.score(sources, hypotheses, by_pair) == pytest.approx(
        expected, abs=1e-6
    )
    assert len(set(expected)) > 3
    # The model is told apart by its content, not by its place.
    assert str(tiny_models) not in str(metric.store_signature())


@pytest.mark.usefixtures("pipeline")
def test_errant_of_this_project_and_of_gec_metrics_agree(tmp_path):
    texts = learner_corpus(30)
    sources, hypotheses, *references = texts
    theirs = gec_metrics.get_metric("errant")()
    ours = load_metric("m", {"type": "errant"})
    by_pair = list(zip(*references, strict=True))
    expected = theirs.score_sentence(sources, hypotheses, references)
    assert ours.score(sources, hypotheses, by_pair) == pytest.approx(
        expected, abs=1e-12
    )
    files = [tmp_path / path.name for path in FILES]
    for path, lines in zip(files, texts, strict=True):
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (evaluation,) = evaluate_corrections("en", files[0], files[1:2], files[2:])
    corpus = evaluation.to_dict()["errant"]
    verbose = theirs.score_corpus_verbose(sources, hypotheses, references)
    assert (corpus["tp"], corpus["fp"], corpus["fn"]) == (
        verbose.tp,
        verbose.fp,
        verbose.fn,
    )
    assert corpus["f0_5"] == pytest.approx(verbose.f, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "config"), [("green", {}), ("green", {"n": 2}), ("gleu", {})]
)
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
    assert (study.reads_references("green"), study.reads_references("free")) == (
        True,
        False,
    )
    green = load_metric("green", entries["green"])
    references = [each[0] for each in REFERENCES]
    record = attribute(green, SOURCES[0], HYPOTHESES[0], references=references)
    assert "|metric.gec-metrics:0.1.1|" in record.signature
    assert "|metric.id:green|" in record.signature


def test_ids_and_reference_free_metrics_are_those_of_gec_metrics():
    from gec_metrics.metrics import MetricBaseForReferenceFree

    from gec_attribution.metrics.gec_metrics import GecMetrics

    kinds = {
        name: gec_metrics.get_metric(name) for name in gec_metrics.get_metric_ids()
    }
    free = [
        name
        for name, kind in kinds.items()
        if issubclass(kind, MetricBaseForReferenceFree)
    ]
    assert set(free) == set(GecMetrics.reference_free)
    with pytest.raises(ConfigError, match=r"id: unknown metric 'gren'.*'green'"):
        load_metric("m", {"type": "gec_metrics", "id": "gren"})
    with pytest.raises(ConfigError, match="green has the fields n, beta, unit"):
        load_metric("m", {"type": "gec_metrics", "id": "green", "config": {"m": 1}})


def test_weights_that_belong_to_places_of_a_corpus_are_refused():
    entry = {"type": "gec_metrics", "id": "gotoscorer", "config": {"no_weight": False}}
    with pytest.raises(
        ConfigError, match=r"no_weight: found false; .*places in a corpus"
    ):
        load_metric("m", entry)


def test_a_metric_whose_model_is_not_there_says_so(monkeypatch):
    def no_pipeline(name, **_):
        raise OSError(f"[E050] Can't find model '{name}'.")

    monkeypatch.setattr("spacy.load", no_pipeline)
    said = r"^metrics\.m: gec-metrics' errant: \[E050\].*en_core_web_sm"
    with pytest.raises(ModelError, match=said):
        load_metric("m", {"type": "gec_metrics", "id": "errant"})
