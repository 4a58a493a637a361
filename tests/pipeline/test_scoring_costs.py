"""Costs of a plan are shown where they are known, and else nothing is."""

from types import SimpleNamespace

import pandas as pd
import pytest

from gec_attribution.config.study import Study
from gec_attribution.metrics import load_metric
from gec_attribution.pipeline.scoring_costs import scoring_costs
from gec_attribution.scores.cost import Cost

OVERLAP = {"type": "token_overlap"}
PAIRS = {"source": ["a b", "a b"], "sentence": ["a", "b"]}


def files_of(path, metric):
    sources = path.parent / "sources.txt"
    sources.write_text("a b\n")
    outputs = {"type": "outputs", "files": {"d": "d.txt", "e": "e.txt"}}
    study = Study.read(
        {
            "datasets": {name: {"sources": "s.txt"} for name in "de"},
            "systems": {"s": outputs},
            "metrics": {"m": metric},
        }
    )
    return SimpleNamespace(
        study=study,
        sources=lambda _: str(sources),
        references_read=lambda *_: [],
        pairs=lambda _: str(path),
    )


def costs(files, folder):
    return list(scoring_costs(files, "m", ["d", "e"], str(folder / "store")))


def test_pairs_are_counted(tmp_path):
    pd.DataFrame(PAIRS).to_parquet(tmp_path / "pairs.parquet")
    files = files_of(tmp_path / "pairs.parquet", OVERLAP)
    assert costs(files, tmp_path) == [Cost("d, m", 2, 0), Cost("e, m", 2, 0)]


def test_a_metric_is_loaded_once_for_all_data_sets(tmp_path, monkeypatch):
    loaded = []
    monkeypatch.setattr(
        "gec_attribution.pipeline.scoring_costs.load_metric",
        lambda name, *rest, **options: loaded.append(name) or load_metric(name, *rest, **options),
    )
    pd.DataFrame(PAIRS).to_parquet(tmp_path / "pairs.parquet")
    assert len(costs(files_of(tmp_path / "pairs.parquet", OVERLAP), tmp_path)) == 2
    assert loaded == ["m"]


@pytest.mark.parametrize("content", [b"", b"PAR1", b"no table"])
def test_a_plan_does_not_end_of_a_damaged_file(tmp_path, content):
    (tmp_path / "pairs.parquet").write_bytes(content)
    files = files_of(tmp_path / "pairs.parquet", OVERLAP)
    assert costs(files, tmp_path) == []


def test_a_plan_does_not_end_of_a_metric_that_cannot_be_made(tmp_path):
    pd.DataFrame(PAIRS).to_parquet(tmp_path / "pairs.parquet")
    files = files_of(tmp_path / "pairs.parquet", {"type": "some", "model": "nowhere"})
    assert costs(files, tmp_path) == []
