import pandas as pd
import pytest

from gec_attribution.errors import ConfigError, InputError
from gec_attribution.scores.files import join_shards, take_component


def write(path, columns, **signature):
    table = pd.DataFrame(columns)
    table.attrs["signature"] = signature
    table.to_parquet(path)
    return path


@pytest.fixture
def shards(tmp_path):
    return [
        write(tmp_path / "0.parquet", {"pair": [0, 1], "score": [0.5, 0.25]}, metric="m"),
        write(tmp_path / "1.parquet", {"pair": [2], "score": [1.0]}, metric="m"),
    ]


@pytest.fixture
def pairs(tmp_path):
    return write(tmp_path / "pairs.parquet", {"source": list("abc")})


def test_shards_become_one_table_in_the_order_of_the_pairs(tmp_path, shards, pairs):
    join_shards(shards, pairs, tmp_path / "scores.parquet", "m")
    scores = pd.read_parquet(tmp_path / "scores.parquet")
    assert scores.to_dict("list") == {"pair": [0, 1, 2], "score": [0.5, 0.25, 1.0]}
    assert scores.attrs["signature"] == {"metric": "m"}


@pytest.mark.parametrize("chosen", [[0], [1, 0], [0, 0], [0, 1, 1]])
def test_shards_that_are_not_the_planned_pairs_are_refused(tmp_path, shards, pairs, chosen):
    with pytest.raises(InputError, match=r"some: \d pairs were scored, 3 are planned in .*pairs"):
        join_shards([shards[i] for i in chosen], pairs, tmp_path / "scores.parquet", "some")
    assert not (tmp_path / "scores.parquet").exists()


def test_a_component_is_a_metric_with_a_signature_of_its_own(tmp_path):
    parts = {"pair": [0, 1], "score": [0.5, 0.25], "f": [0.125, 1.0], "g": [0.0, 2.0]}
    scores = write(tmp_path / "some.parquet", parts, metric="some")
    take_component(scores, "g", tmp_path / "some-g.parquet", "some-g")
    taken = pd.read_parquet(tmp_path / "some-g.parquet")
    assert taken.to_dict("list") == {"pair": [0, 1], "score": [0.0, 2.0]}
    assert taken.attrs["signature"] == {"metric": "some", "component": "g"}
    with pytest.raises(
        ConfigError, match=r"metrics\.some-x\.component: unknown .*; there are f, g$"
    ):
        take_component(scores, "x", tmp_path / "some-x.parquet", "some-x")
