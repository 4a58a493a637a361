"""Progress while many sentences are explained."""

import logging

from gec_attribution import Edit, Explainer
from gec_attribution.explain import progress

EDITS = (Edit(0, 1, "x", "R:OTHER"), Edit(1, 2, "y", "R:OTHER"))
STUDY = {
    "metrics": {
        "overlap": {"type": "token_overlap"},
        "length": lambda _, texts: list(map(len, texts)),
    },
    "methods": {"shapley": {"type": "shapley"}},
}


def test_the_log_tells_how_far_it_is(monkeypatch, caplog):
    monkeypatch.setattr(progress, "SECONDS", 0.0)
    caplog.set_level(logging.INFO, "gec_attribution.explain.progress")
    sentences = [(f"{number} b", EDITS) for number in range(20)]
    records = Explainer(STUDY).explain_edits(sentences, ["overlap", "length"])
    assert not caplog.messages
    next(records)
    messages = [message.rpartition(", ")[0] or message for message in caplog.messages]
    assert messages[0] == "loading models"
    # Before the first record two metrics have scored the first sentences.
    assert messages[1:] == [
        "explaining, 40 records to be made",
        "16 of 40 records made",
        "32 of 40 records made",
    ]
    assert len(list(records)) == 39
    assert caplog.messages[-1].startswith("40 of 40 records made, ")
    caplog.clear()
    list(Explainer(STUDY).explain_edits(sentences[:1]))
    assert not caplog.messages
