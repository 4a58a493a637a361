import numpy as np

from gec_attribution.experiments.human_rankings.compute import SYSTEMS, compute
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.metrics.base import Metric

SCORING = {"device": "cpu", "dtype": "float32", "batch_tokens": 9, "max_length": 9}


def test_metrics_are_compared_with_people_who_ranked(tmp_path, monkeypatch):
    class Letters(Metric):
        def score(self, sources, hypotheses):
            del sources
            return np.array([float(text.count("x")) for text in hypotheses])

    monkeypatch.setattr("gec_attribution.metrics.load_metric", lambda *_, **__: Letters())

    def file(name, lines):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
        return tmp_path / name

    # The first system has one x, the next two; people prefer the last, on two of three lines.
    systems = [name for name in SYSTEMS if name != "INPUT"]
    texts = [file("INPUT", ["a", "b", "c"])]
    texts += [file(name, ["x" * k + " y"] * 3) for k, name in enumerate(systems, start=1)]
    ranks = "".join(f"<t system='{name}' rank='{20 - k}'/>" for k, name in enumerate(SYSTEMS))
    items = "".join(f"<ranking-item src-id='{line}'>{ranks}</ranking-item>" for line in (1, 3))
    scores = file("ts", range(15))
    computed = compute(
        Inputs(
            {
                "texts": texts,
                "rankings": [file("r.xml", [f"<a>{items}</a>"])] * 2,
                "people": [scores] * 4,
            },
            settings={
                "published": ["letters"],
                "scored": {"letters": ("letters", {"type": "letters"}, "score")},
            },
            resamples=100,
            scoring=SCORING,
            store=None,
        )
    )
    table, means = computed["human_rankings"], computed["published_scores"]
    assert "replicates" not in table
    # One metric is compared with none.
    assert computed["ranking_differences"].empty
    assert table[["accuracy", "ts_spearman"]].to_numpy().ravel().tolist() == [1] * 8
    assert table["sentences"].tolist() == [2] * 4
    assert means.set_index("system").loc[["INPUT", "BART", "UEDIN-MS"], "score"].tolist() == [
        0,
        1,
        14,
    ]
    assert (means["sentences"] == 3).all()
