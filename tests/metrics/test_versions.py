"""The version of a metric's code, which decides whether stored scores still count."""

import json

from metric_digests import RECORD, digests

from gec_attribution.metrics import load_metric
from gec_attribution.metrics.token_overlap import TokenOverlap

ADVICE = (
    "the code that computes the scores of {names} has changed since its digest was recorded. If "
    "any score changes, raise `version` in the metric's class: stored scores of the old code are "
    "then not used. Record the new digest with `make metric-digests`, which first compares the "
    "scores with those of the authors' code."
)


def test_code_that_scores_is_the_one_recorded_for_its_version():
    recorded, computed = json.loads(RECORD.read_text(encoding="utf-8")), digests()
    changed = [name for name in computed if computed[name] != recorded.get(name)]
    assert not changed, ADVICE.format(names=", ".join(changed))
    assert recorded.keys() == computed.keys()


def test_a_version_identifies_stored_scores_and_code_does_not(monkeypatch):
    metric = load_metric("overlap", {"type": "token_overlap", "language": "en"})
    stored = {"metric": "token_overlap", "version": 1, "language": "en"}
    assert metric.store_signature() == stored
    assert metric.signature()["version"] == 1
    monkeypatch.setattr(TokenOverlap, "version", 2)
    assert metric.store_signature()["version"] == 2
