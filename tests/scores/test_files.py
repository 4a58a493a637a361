import pandas as pd
import pytest

from gec_attribution.errors import ConfigError
from gec_attribution.scores.files import take_component


def write(path, columns, **signature):
    table = pd.DataFrame(columns)
    table.attrs["signature"] = signature
    table.to_parquet(path)
    return path


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
