"""Edits that are right by construction: lattices and signs whose answer is known."""

import numpy as np
import pandas as pd
import pytest

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.values import ValueTable
from gec_attribution.statistics import bootstrap
from gec_study.experiments.inputs import Inputs
from gec_study.experiments.right_by_construction.compute import (
    compute,
    lattice_measures,
    right_by_construction,
)
from gec_study.experiments.right_by_construction.scale_table import join, tabulate


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 200)


def lattice(values):
    n = len(values).bit_length() - 1
    return ValueTable(n, lattice_masks(n), np.array(values, dtype=float))


def test_tau_is_over_pairs_of_which_one_contains_the_other():
    assert lattice_measures(lattice([0, 1, 1, 2])) == (1, 1)
    assert lattice_measures(lattice([2, 1, 1, 0])) == (0, -1)
    # Of five pairs, 1 > 0, 3 > 1, 3 > 2, 3 > 0 in order, 2 > 0 in the wrong one.
    assert lattice_measures(lattice([0, 1, -1, 2])) == (1, pytest.approx(3 / 5))
    # A tie is neither: two edits that undo each other.
    assert lattice_measures(lattice([0, 1, 1, 0])) == (0.5, 0)
    assert np.isnan(lattice_measures(lattice([0, np.nan, 1, 2]))).all()


def test_scores_at_random_give_chance():
    random = np.random.default_rng(0)
    measures = np.array([lattice_measures(lattice(random.normal(size=16))) for _ in range(2000)])
    assert measures.mean(axis=0) == pytest.approx([0.5, 0], abs=0.03)


def shares(edits, **options):
    edits = pd.DataFrame(edits, columns=["line", "kind", "type", "sign"])
    lattices = pd.DataFrame({"line": [1, 2], "preferred": [1.0, 0.0], "tau": [1.0, 0.5]})
    table = right_by_construction(edits, lattices, lines=12, **options)
    return table.set_index(["kind", "type", "measure"])


def test_shares_by_kind_and_type():
    edits = [(1, "reference", "DET", 1), (1, "reference", "DET", -1), (2, "reference", "VERB", 1)]
    edits += [(1, "shared", "DET", 0), (1, "other", "DET", np.nan), (2, "other", "VERB", -1)]
    table = shares(edits, min_frequency=2)
    value = table["value"]
    assert value["reference", "all", "positive"] == pytest.approx(2 / 3)
    assert value["reference", "DET", "positive"] == pytest.approx(1 / 2)
    assert ("reference", "VERB", "positive") not in table.index
    assert value["shared", "all", "positive"] == 0
    assert table.loc[("other", "all", "positive"), ["value", "items", "missing"]].tolist() == [
        0,
        1,
        1,
    ]
    assert value["reference", "all", "preferred"] == 0.5
    assert value["reference", "all", "tau"] == 0.75


def test_each_share_stands_beside_chance():
    edits = [(line, "reference", "DET", 1) for line in range(1, 13)]
    row = shares(edits).loc[("reference", "all", "positive")]
    assert (row["value"], row["low"], row["high"], row["chance"]) == (1, 1, 1, 0.5)
    assert row["p"] == pytest.approx(2 / 1001)
    half = [(line, "reference", "DET", line % 2) for line in range(1, 13)]
    assert shares(half).loc[("reference", "all", "positive"), "p"] > 0.5


def edit(position):
    return Edit(position, position + 1, "x", "R:DET")


def test_a_metric_of_the_edits_themselves_finds_all_right(tmp_path, study):
    """Scores by mask: more edits of the reference, a better text."""
    sentences = [
        ("a b c d", (edit(0), edit(2))),
        ("e f g h", ()),
        ("i j k l", tuple(map(edit, range(4)))),
    ]
    sentences.append(("m n o p", (edit(1),)))
    write_m2(tmp_path / "r.m2", [AnnotatedSentence(s, {0: e}) for s, e in sentences])
    rows = [
        ("reference.0", line, mask)
        for line, n in ((1, 2), (2, 0), (3, 0), (4, 1))
        for mask in range(1 << n)
    ]
    coalitions = pd.DataFrame(rows, columns=["system", "line", "mask"])
    coalitions = coalitions.assign(
        line=coalitions["line"].astype("int32"),
        mask=coalitions["mask"].astype("uint64"),
        pair=np.arange(len(rows)),
    )
    coalitions.to_parquet(tmp_path / "coalitions.parquet", index=False)
    score = coalitions["mask"].map(int.bit_count).astype(float)
    pd.DataFrame({"pair": coalitions["pair"], "score": score}).to_parquet(
        tmp_path / "scores.parquet"
    )
    inputs = Inputs(
        {
            "references": [str(tmp_path / "r.m2")],
            "coalitions": [str(tmp_path / "coalitions.parquet")],
            "scores": [str(tmp_path / "scores.parquet")],
            "attributions": study["attributions"][:1],
        },
        dataset="d",
        metrics=["m"],
        options={"method": "shapley", "max_edits": 3, "min_frequency": 1},
        settings={
            "methods": {"shapley": {"type": "shapley"}},
            "coalitions": {"max_edits": 4, "above_max_edits": "skip"},
            "language": "en",
        },
        resamples=100,
    )
    table = compute(inputs)
    own = table[table["kind"] == "reference"].set_index(["type", "measure"])
    # The third line has more edits than are played.
    assert own.loc[("all", "positive"), ["value", "items"]].tolist() == [1, 3]
    assert own.loc[("DET", "positive"), "value"] == 1
    assert own.loc[("all", "tau"), ["value", "items"]].tolist() == [1, 2]
    systems = table[(table["kind"] != "reference") & (table["type"] == "all")]
    assert systems["items"].sum() == 12


def test_the_scale_goes_from_probes_to_references():
    edits = pd.DataFrame(
        [(1, "reference", "DET", 1), (1, "shared", "DET", 1), (1, "other", "DET", -1)],
        columns=["line", "kind", "type", "sign"],
    )
    lattices = pd.DataFrame({"line": [1], "preferred": [1.0], "tau": [1.0]})
    rows = right_by_construction(edits, lattices, lines=12)
    rows = rows.assign(dataset="d", metric="m", signature="s")
    probes = pd.DataFrame(
        [("m", "all", "rewarded", 0.25, 0.2, 0.3, 20)],
        columns=["metric", "kind", "measure", "value", "low", "high", "sources"],
    )
    row = tabulate(join(rows, probes)).iloc[0]
    assert row["Probes"] == "25.0 [20.0, 30.0]"
    assert row["Systems alone"].startswith("0.0")
    assert row["References"].startswith("100.0")
    assert "Probes" not in tabulate(join(rows))
