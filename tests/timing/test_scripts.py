"""The scripts that measure time, on the small study and a metric that is a formula."""

import numpy as np
import pandas as pd
import pytest
from small_study import METHODS, run, write_study


class Letters:
    def score(self, sources, hypotheses):
        del sources
        return np.array([float(text.count("x")) for text in hypotheses])

    def signature(self):
        return {"letters": "x"}


@pytest.mark.parametrize(
    ("script", "options", "rows"),
    [
        ("measure_efficiency", {"max_edits": 3, "sentences": 1}, 3 * len(METHODS)),
        (
            "measure_sampling_error",
            {"min_edits": 3, "max_edits": 4, "sentences": None, "permutations": [2, 5]},
            3,
        ),
    ],
)
def test_a_metric_is_measured(tmp_path, monkeypatch, script, options, rows):
    monkeypatch.setattr("gec_attribution.metrics.load_metric", lambda *_, **__: Letters())
    path = run(
        script,
        input={"edits": write_study(tmp_path)["edits"]},
        params={
            "entry": {"type": "letters"},
            "methods": METHODS,
            "scoring": {"device": "cpu", "dtype": "float32", "batch_tokens": 9, "max_length": 9},
            "options": options,
            "language": "en",
            "resamples": 100,
            "seed": 0,
        },
        wildcards={"dataset": "d", "metric": "letters"},
        threads=1,
        output=[tmp_path / "measured.csv"],
    )
    table = pd.read_csv(path)
    assert len(table) == rows
    assert (table["dataset"] == "d").all()
    assert (table["metric"] == "letters").all()
    assert (table["signature"].str.contains("letters:x")).all()
