"""Costs of a plan are shown where they are known, and else nothing is."""

from pathlib import Path

import pandas as pd
import pytest
from config.test_study import changed, read

from gec_attribution.metrics import load_metric
from gec_attribution.pipeline.scoring_costs import scoring_costs
from gec_attribution.scores.engine import score_pairs


@pytest.fixture
def costs(tmp_path, monkeypatch):
    """Costs of a metric on two data sets, with some content of the file of pairs."""
    monkeypatch.chdir(tmp_path)

    def costs(metric=None, content=None):
        outputs = {"type": "outputs", "files": {"d": "d.txt", "e": "e.txt"}}
        datasets = {name: {"sources": "s.txt"} for name in "de"}
        metrics = {"m": metric or {"type": "token_overlap"}}
        study = read(changed(datasets=datasets, systems__s=outputs, metrics=metrics))
        for name in "de":
            pairs = tmp_path / f"results/small/{name}/coalitions/pairs.parquet"
            pairs.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                table = {"source": ["a b", "a b"], "sentence": ["a", "b"]}
                pd.DataFrame(table).to_parquet(pairs)
            else:
                pairs.write_bytes(content)
        return list(scoring_costs(study, "m", ["d", "e"], "store"))

    return costs


def test_pairs_are_counted_by_a_metric_that_is_loaded_once(costs, monkeypatch):
    loaded = []
    monkeypatch.setattr(
        "gec_attribution.pipeline.scoring_costs.load_metric",
        lambda name, *rest, **options: loaded.append(name) or load_metric(name, *rest, **options),
    )
    expected = [f"{name}, m: 2 sentences to be scored" for name in "de"]
    assert costs() == expected
    assert loaded == ["m"]
    assert not Path("store").exists()
    score_pairs(load_metric("m", {"type": "token_overlap"}), ["a b"], ["a"], "store")
    assert costs() == [f"{line}, 1 of them in the store" for line in expected]


@pytest.mark.parametrize("content", [b"", b"PAR1", b"no table"])
def test_a_plan_does_not_end_of_a_damaged_file(costs, content):
    assert costs(content=content) == []


def test_a_plan_does_not_end_of_a_metric_that_cannot_be_made(costs):
    assert costs({"type": "some", "model": "nowhere"}) == []
