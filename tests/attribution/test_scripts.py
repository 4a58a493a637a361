"""The scripts that write attributions and interactions, on the small study."""

import numpy as np
import pandas as pd
import pytest
from small_study import SYSTEMS, attribute, write_study


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return write_study(tmp_path_factory.mktemp("study"))


def test_attributions_are_written_for_all_systems_and_signed_by_all_that_moved_them(study):
    table = pd.read_parquet(study["attributions"][0])
    assert len(table) == sum(len(edits) for lines in SYSTEMS.values() for edits in lines)
    [signature] = table["signature"].unique()
    assert signature.startswith(
        "metric:m|metric.model:abc|method:shapley|method.type:shapley|method.exact_up_to:4|"
        "method.above:sample|method.estimator:leverage_shap|"
    )
    assert "|method.estimator.evaluations:512|" in signature
    assert "|method.estimator.code:" in signature
    assert "|method.code:" in signature
    assert "|language:en|edits.aligner:none|seed:0|v:" in signature
    sums = table.groupby(["system", "line"]).agg(
        {"phi": "sum", "baseline": "first", "score": "first"}
    )
    np.testing.assert_allclose(sums["phi"], sums["score"] - sums["baseline"], atol=1e-12)


def test_interactions_are_written_of_every_pair_and_missing_above_the_most_edits(study, tmp_path):
    path = str(tmp_path / "pairs.parquet")
    others = {"attributions": [tmp_path / "a.parquet"], "sentences": tmp_path / "a.csv"}
    attribute(study, "shapley", most=3, interactions=path, **others)
    pairs = pd.read_parquet(path)
    assert pairs.groupby(["system", "line"]).size().to_dict() == {
        ("one", 2): 6,
        ("one", 3): 1,
        ("two", 2): 3,
    }
    assert pairs["shapley"].isna().sum() == 6
    signature = pairs["signature"].unique().tolist()
    assert signature == [
        "metric:m|metric.model:abc|interactions.exact_up_to:3|language:en|edits.aligner:none"
        + signature[0].partition("edits.aligner:none")[2]
    ]
    # Two edits: their effect together beyond the effects alone.
    games = pd.read_parquet(study["coalitions"][0]).merge(
        pd.read_parquet(study["scores"][0]), on="pair"
    )
    values = games.query("system == 'one' and line == 3").sort_values("mask")["score"].to_numpy()
    expected = values @ [1, -1, -1, 1]
    together = pairs.query("system == 'one' and line == 3")
    np.testing.assert_allclose(together[["shapley", "taylor"]], [[expected] * 2], atol=1e-12)
