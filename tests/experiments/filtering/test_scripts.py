"""Filters tuned and evaluated, and the script of a filtered system."""

import numpy as np
import pandas as pd
from small_study import COALITIONS, METHODS, SYSTEMS, replacing, run, write_edits

from gec_attribution.metrics.base import Metric
from gec_study.experiments.filtering.compute import compute
from gec_study.experiments.inputs import Inputs

SCORING = {"device": "cpu", "dtype": "float32", "batch_tokens": 9, "max_length": 9}


def test_filters_are_tuned_and_evaluated(study, tmp_path):
    files = {name: study[name] for name in ("sources", "edits", "references", "attributions")}
    inputs = {**files, "sources": study["sources"][0]}
    params = {"systems": list(SYSTEMS), "language": "en"}
    wildcards = {"dataset": "d"}
    thresholds = run(
        "tune_filters",
        input=inputs,
        params=params,
        wildcards=wildcards,
        output=[tmp_path / "tuned.csv"],
    )
    assert len(pd.read_csv(thresholds)) == 41 * len(METHODS)
    for tuned, choices in (([], ["fixed"]), ([thresholds], ["fixed", "tuned"])):
        table = compute(
            Inputs(
                {**files, "thresholds": tuned},
                dataset="d",
                systems=list(SYSTEMS),
                options={"threshold": 0},
                settings={"language": "en"},
                resamples=100,
            )
        )
        assert list(table["choice"].unique()) == choices
        assert len(table) == 3 * len(METHODS) * len(choices)
        assert (table["f_difference"].abs() <= 1).all()
        assert len(table[["system", "f_before"]].drop_duplicates()) == 3


def test_a_filtered_system_keeps_what_its_metric_does_not_find_harmful(
    study, tmp_path, monkeypatch
):
    class Letters(Metric):
        components = ("score", "other")

        def evaluate(self, sources, hypotheses):
            worth = [float(text.count("y") - text.count("x")) for text in hypotheses]
            return {"score": np.zeros(len(sources)), "other": np.array(worth)}

        def score(self, sources, hypotheses):
            return self.evaluate(sources, hypotheses)["score"]

    monkeypatch.setattr("gec_attribution.metrics.load_metric", lambda *_, **__: Letters())
    edits = [(replacing(0), replacing(1, "y")), (), (replacing(2, "y"),), (replacing(3),)]
    path = run(
        "filter_corrections",
        input={
            "edits": write_edits(tmp_path / "given.m2", edits),
            "sources": study["sources"][0],
            "references": [study["sources"][0]],
        },
        params={
            "filter": {"metric": "m", "method": "shapley", "threshold": 0},
            "scored": ["m", {"type": "letters"}],
            "component": "other",
            "method": {"type": "shapley"},
            "coalitions": COALITIONS,
            "scoring": SCORING,
            "language": "en",
            "store": None,
            "seed": 0,
        },
        threads=1,
        output=[tmp_path / "filtered.txt"],
    )
    assert path.read_text().splitlines() == ["a y c d", "e f g h", "i j y l", "m n o p"]
