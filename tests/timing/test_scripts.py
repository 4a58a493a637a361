"""The script that measures time, on the small study and a metric that is a formula."""

import numpy as np
import pandas as pd
from small_study import METHODS, run, write_study


class Letters:
    def score(self, sources, hypotheses):
        del sources
        return np.array([float(text.count("x")) for text in hypotheses])

    def signature(self):
        return {"letters": "x"}


def test_a_metric_is_measured(tmp_path, monkeypatch):
    monkeypatch.setattr("gec_attribution.metrics.load_metric", lambda *_, **__: Letters())
    path = run(
        "measure_efficiency",
        input={"edits": write_study(tmp_path)["edits"]},
        params={
            "entry": {"type": "letters"},
            "methods": METHODS,
            "scoring": {"device": "cpu", "dtype": "float32", "batch_tokens": 9, "max_length": 9},
            "options": {"max_edits": 3, "sentences": 1},
            "language": "en",
            "resamples": 100,
            "seed": 0,
        },
        wildcards={"dataset": "d", "metric": "letters"},
        threads=1,
        output=[tmp_path / "measured.csv"],
    )
    table = pd.read_csv(path)
    assert len(table) == 3 * len(METHODS)
    assert (table["dataset"] == "d").all()
    assert (table["metric"] == "letters").all()
    assert (table["signature"].str.contains("letters:x")).all()
