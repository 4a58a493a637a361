"""Metrics of texts in languages without rules of their own."""

import pytest

from gec_attribution import Explainer
from gec_attribution.config.opening import checked
from gec_attribution.errors import ConfigError
from gec_attribution.metrics import load_metric
from gec_attribution.metrics.ordinary import ordinary

SHAPLEY = {"shapley": {"type": "shapley"}}


def test_texts_are_written_as_in_their_language():
    tokens = ["L' homme n' a qu' un « ami » ."]
    assert ordinary(tokens, "fr") == ["L'homme n'a qu'un « ami »."]
    # English knows no elision.
    assert ordinary(tokens, "en") != ordinary(tokens, "fr")


def test_errant_compares_the_edits_of_the_language():
    sources, hypotheses = ["він йде у школа ."], ["він йде до школа ."]
    english = load_metric("errant", {"type": "errant"})
    ukrainian = english.for_language("uk")
    # Of two edits of the reference one is there: precision 1, recall 1/2.
    score = ukrainian.score(sources, hypotheses, [["він йде до школи ."]])
    assert score == pytest.approx([1.25 * 0.5 / (0.25 + 0.5)])
    assert ukrainian.store_signature()["language"] == "uk"
    assert "language" not in english.store_signature()
    assert english.for_language("en") is english


def test_a_study_of_a_language_that_the_project_never_names():
    explainer = Explainer(
        {
            "language": "et",
            "metrics": {"overlap": {"type": "token_overlap"}},
            "methods": SHAPLEY,
        },
        tokenise=True,
    )
    record = explainer.explain("ma lähen kool.", "Ma lähen kooli.")
    assert record.language == "et"
    assert [edit.type for edit in record.edits] == ["R:ORTH", "R:OTHER"]
    assert record.hypothesis == "Ma lähen kooli ."
    assert record.hypothesis_text == "Ma lähen kooli."


def test_a_metric_that_names_no_language_serves_where_no_other_does(caplog):
    metrics = {
        "overlap": {"type": "token_overlap"},
        "some": {"type": "some", "model": "none"},
    }
    explainer = Explainer({"metrics": metrics, "methods": SHAPLEY}, "uk")
    record = explainer.explain("він йде .", "вона йде .")
    assert record.metric == "overlap"
    assert (
        "metrics.overlap: no metric of the study names the language uk" in caplog.text
    )
    with pytest.raises(
        ConfigError, match=r"metrics\.some: is for en, but the sentences are in uk"
    ):
        explainer.explain("він йде .", "вона йде .", "some")


def test_an_unknown_language_is_named_by_its_key():
    with pytest.raises(
        ConfigError, match=r"^study: language: unknown language 'ukr'; .* uk, "
    ):
        checked({"language": "ukr"})
    with pytest.raises(
        ConfigError, match=r"datasets\.a\.language: unknown language 'xy'"
    ):
        checked({"datasets": {"a": {"sources": "a.txt", "language": "xy"}}})
