"""The version of a metric's code, which decides whether stored scores still count."""

import importlib
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


OWN = """
import numpy as np
from gec_attribution.metrics.base import Metric

class Own(Metric):
    def score(self, sources, hypotheses):
        return np.full(len(hypotheses), 1.0)
"""


def test_a_metric_without_a_version_is_identified_by_its_code(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    module = tmp_path / "own_metric.py"
    module.write_text(OWN)
    metric = importlib.import_module("own_metric").Own()
    version = metric.store_signature()["version"]
    module.write_text(OWN.replace("1.0)", "1.0)  # each"))
    assert metric.store_signature()["version"] == version
    module.write_text(OWN.replace("1.0", "2.0"))
    assert metric.store_signature()["version"] != version
