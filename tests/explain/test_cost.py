"""What is said before and while many sentences are explained."""

import json
import logging
import platform

import pytest

from gec_attribution import Edit, Explainer, load_method, load_metric
from gec_attribution.explain import progress
from gec_attribution.explain.cost import cost_of
from gec_attribution.explain.scored_metric import ScoredMetric
from gec_attribution.explain.sentences import Sentence
from gec_attribution.games.game import Game
from gec_attribution.languages import load_language
from gec_attribution.scores.engine import score_pairs
from gec_attribution.scores.store import last_speed

EDITS = (Edit(0, 1, "x", "R:OTHER"), Edit(1, 2, "y", "R:OTHER"))
STUDY = {
    "metrics": {
        "overlap": {"type": "token_overlap"},
        "length": lambda _, texts: list(map(len, texts)),
    },
    "methods": {"shapley": {"type": "shapley"}},
}


def games(*sources):
    english = load_language("en")
    return [Sentence(Game.of_correction(source, EDITS, english)) for source in sources]


def test_distinct_pairs_are_counted_and_those_in_the_store(tmp_path):
    metric = load_metric("overlap", {"type": "token_overlap"})
    scored = ScoredMetric("overlap", metric, store=tmp_path)
    shapley = load_method("s", {"type": "shapley"}, max_edits=9, above_max_edits="sample")
    add = load_method("a", {"type": "add"}, max_edits=9, above_max_edits="sample")
    # 4 subsets of two sentences, of which one comes twice.
    cost = cost_of(games("a b", "c d", "a b"), scored, [shapley, add])
    assert cost == ("overlap", 8, 0, None)
    assert str(cost) == "overlap: 8 sentences to be scored"
    score_pairs(metric, ["a b", "a b"], ["a b", "x y"], tmp_path)
    cost = cost_of(games("a b", "c d", "a b"), scored, [shapley])
    assert cost == ("overlap", 8, 2, None)
    assert cost_of([], scored, [shapley]).pairs == 0
    assert cost_of(games("a b"), ScoredMetric("overlap", metric), [shapley]).stored == 0


def test_a_speed_that_was_measured_here_says_how_long(tmp_path):
    metric = load_metric("overlap", {"type": "token_overlap"})
    texts = [f"a {number}" for number in range(64)]
    score_pairs(metric, texts[:63], texts[:63], tmp_path)
    assert last_speed(tmp_path, metric.store_signature()) is None
    score_pairs(metric, ["s"] * 64, texts, tmp_path)
    assert last_speed(tmp_path, metric.store_signature()) > 0
    (file,) = tmp_path.rglob("speed.json")
    file.write_text(json.dumps({platform.node(): 0.05, "elsewhere": 7.0}))
    shapley = load_method("s", {"type": "shapley"}, max_edits=9, above_max_edits="sample")
    scored = ScoredMetric("overlap", metric, store=tmp_path)
    assert cost_of(games("a b"), scored, [shapley]).seconds == pytest.approx(4 / 0.05)
    assert str(cost_of(games("a b"), scored, [shapley])).endswith("to be scored, about 80 s")
    assert str(cost_of(games("a b", "c d"), scored, [shapley])).endswith(", about 3 minutes")
    file.write_text("{")
    assert cost_of(games("a b"), scored, [shapley]).seconds is None


def test_the_log_tells_the_cost_and_then_how_far_it_is(monkeypatch, caplog):
    monkeypatch.setattr(progress, "SECONDS", 0.0)
    caplog.set_level(logging.INFO, "gec_attribution.explain.progress")
    sentences = [(f"{number} b", EDITS) for number in range(20)]
    records = Explainer(STUDY).explain_edits(sentences, ["overlap", "length"])
    assert not caplog.messages
    next(records)
    messages = [message.rpartition(", ")[0] or message for message in caplog.messages]
    assert messages[0] == "loading models"
    assert caplog.messages[1:3] == [
        "overlap: 80 sentences to be scored",
        "length: 80 sentences to be scored",
    ]
    # Before the first record two metrics have scored the first sentences.
    assert messages[3:] == [
        "explaining, 40 records to be made",
        "16 of 40 records made",
        "32 of 40 records made",
    ]
    assert len(list(records)) == 39
    assert caplog.messages[-1].startswith("40 of 40 records made, ")
    caplog.clear()
    list(Explainer(STUDY).explain_edits(sentences[:1]))
    assert not caplog.messages


def test_of_sentences_without_end_the_first_are_made_at_once(caplog):
    caplog.set_level(logging.INFO, "gec_attribution.explain.progress")
    endless = ((f"{number} b", EDITS) for number in range(10**9))
    assert next(Explainer(STUDY).explain_edits(endless, "overlap")).source == "0 b"
    assert "unknown how many records" in caplog.text
