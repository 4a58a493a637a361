"""What a plan says of costs is said where it is known, and else nothing is."""

from dataclasses import asdict
from types import SimpleNamespace

import pandas as pd
import pytest

from gec_attribution.plugins.settings import Settings
from gec_attribution.scores.cost import Cost
from gec_attribution.study.scoring_costs import scoring_cost

PAIRS = {"source": ["a b", "a b"], "sentence": ["a", "b"]}


def files_of(path, metric):
    sources = path.parent / "sources.txt"
    sources.write_text("a b\n")
    config = {"metrics": {"m": metric}, "scoring": asdict(Settings())}
    study = SimpleNamespace(config=config, dataset=lambda _: SimpleNamespace(language="en"))
    return SimpleNamespace(
        study=study,
        sources=lambda _: str(sources),
        references_read=lambda *_: [],
        pairs=lambda _: str(path),
    )


def test_pairs_are_counted(tmp_path):
    pd.DataFrame(PAIRS).to_parquet(tmp_path / "pairs.parquet")
    files = files_of(tmp_path / "pairs.parquet", {"type": "token_overlap"})
    assert scoring_cost(files, "d", "m", str(tmp_path / "store")) == Cost("d, m", 2, 0, None)


@pytest.mark.parametrize("content", [b"", b"PAR1", b"no table"])
def test_a_plan_does_not_end_of_a_damaged_file(tmp_path, content):
    (tmp_path / "pairs.parquet").write_bytes(content)
    files = files_of(tmp_path / "pairs.parquet", {"type": "token_overlap"})
    assert scoring_cost(files, "d", "m", str(tmp_path / "store")) is None


def test_a_plan_does_not_end_of_a_metric_that_cannot_be_made(tmp_path):
    pd.DataFrame(PAIRS).to_parquet(tmp_path / "pairs.parquet")
    files = files_of(tmp_path / "pairs.parquet", {"type": "token_overlap", "no_option": 1})
    assert scoring_cost(files, "d", "m", str(tmp_path / "store")) is None
