"""Code that computes the scores of a metric's version: what `make metric-digests` records."""

import json

from project import ROOT

from gec_attribution import metrics
from gec_attribution.metrics import Metric
from gec_attribution.plugins import code
from gec_attribution.plugins.loading import available_types, load_class

RECORD = ROOT / "tests/metrics/digests.json"


def digests() -> dict[str, dict[str, int | str]]:
    """The version of each metric that has one, and the digest of the code behind it."""
    by_metric = {}
    for name in available_types(metrics.__name__, Metric):
        metric = load_class(metrics.__name__, name, Metric, "type")
        if "version" in vars(metric):
            module = code.FOLDER / "metrics" / f"{name}.py"
            digest = code.code_digest(module, without=code.SERVING)
            by_metric[name] = {"version": metric.version, "digest": digest}
    return by_metric


if __name__ == "__main__":
    RECORD.write_text(json.dumps(digests(), indent=2) + "\n", encoding="utf-8")
