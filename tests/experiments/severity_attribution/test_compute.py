import numpy as np
import pandas as pd
import pytest
from attributed import attributions
from explained import explained
from scipy.stats import spearmanr

from gec_attribution.experiments.severity_attribution.compute import (
    severity_attribution,
    with_correction,
    with_severities,
)

WORD, MARK, ORDER = "词语误用", "标点误用", "词序不当"


def game(line, severities, phi, kinds=None, system="gold"):
    """A corrected sentence and its explained reference, which replace every other character."""
    places = [(2 * k, 2 * k + 1, "x", "S") for k in range(len(phi))]
    kinds = kinds or [WORD] * len(phi)
    gold = explained(
        "字" * 20,
        "",
        *(
            (*place[:3], kind, worst)
            for place, kind, worst in zip(places, kinds, severities, strict=True)
        ),
    )
    return (system, line, phi, places), gold


def study(games, **options):
    rows, gold = zip(*games, strict=True)
    table = severity_attribution(
        attributions(rows), gold, resamples=100, min_frequency=1, **options
    )
    return table.set_index(["by", "group", "measure"])


def test_only_edits_with_place_and_correction_of_the_reference_count():
    gold = [explained("我门去了", "我们去", (1, 2, "们", WORD, 3), (3, 4, "", MARK, 1))]
    edits = [(1, 2, "们", "S"), (3, 4, "", "R")]
    rows = [
        ("same", 1, [1, 2], edits),
        ("elsewhere", 1, [1], [(0, 2, "们", "S")]),
        ("other", 1, [1], [(1, 2, "他 们", "S")]),
    ]
    matched = with_severities(attributions(rows), gold)
    assert matched["system"].tolist() == ["same", "same"]
    assert matched["severity"].tolist() == [3, 1]
    assert matched["label"].tolist() == [WORD, MARK]
    assert with_severities(attributions(rows), gold, ["other"]).empty


def test_correlations_are_those_of_scipy():
    random = np.random.default_rng(5)
    games = [
        game(line, random.integers(1, 6, 3).tolist(), random.normal(0, 1, 3).tolist())
        for line in range(1, 31)
    ]
    table = study(games)
    phi = np.concatenate([row[2] for row, _ in games])
    severity = [edit.explanation.severity for _, gold in games for edit in gold.edits]
    shares = np.concatenate([np.abs(row[2]) / np.abs(row[2]).sum() for row, _ in games])
    for measure, values in (("size", np.abs(phi)), ("signed", phi), ("share", shares)):
        measured = table.loc[("all", "all", measure)]
        assert measured["value"] == pytest.approx(spearmanr(values, severity).statistic)
        assert measured["low"] < measured["value"] < measured["high"]
        assert measured["sources"] == 30
    ranks = pd.Series(np.abs(phi)).rank(pct=True).to_numpy()
    for worst in range(1, 6):
        mean = ranks[np.array(severity) == worst].mean()
        assert table.loc[("severity", str(worst), "rank"), "value"] == pytest.approx(mean)


def test_within_a_sentence_the_more_severe_of_two_edits_is_compared():
    games = [
        game(1, [3, 1, 1], [0.1, -0.5, 0.1]),  # 3 against 1: loses, ties; 1 against 1: no pair
        game(2, [5, 2], [-4.0, 1.0]),  # wins, whatever its sign
        game(3, [2], [9.0]),
    ]
    row = study(games).loc[("all", "all", "within")]
    assert row["value"] == pytest.approx((0 + 0.5 + 1) / 3)
    assert row["edits"] == 3
    assert row["sources"] == 2
    # The share of an only edit is 1 whatever it does, and is left out.
    assert study(games).loc[("all", "all", "share"), "edits"] == 5


def test_what_a_type_gets_and_which_a_metric_feels():
    random = np.random.default_rng(1)
    games = [
        game(line, [1, 2, 3], [1 + noise, sign * 2.0, 0.0], [WORD, MARK, ORDER])
        for line, (noise, sign) in enumerate(
            zip(random.uniform(0, 0.2, 40), random.choice([-1, 1], 40), strict=True), start=1
        )
    ]
    table = with_correction(study(games).reset_index()).set_index(["group", "measure"])
    assert table["p_holm"].notna().sum() == 3
    assert table.loc[(WORD, "effect"), "p_holm"] < 0.01
    assert table.loc[(MARK, "effect"), "p_holm"] > 0.05
    assert table.loc[(ORDER, "effect"), "value"] == 0
    assert table.loc[(ORDER, "zero"), "value"] == 1
    assert table.loc[(WORD, "zero"), "value"] == 0
    weights = table.xs("weight", level="measure")["value"]
    assert weights.drop("all").mean() == pytest.approx(1)
    assert weights[MARK] > weights[WORD] > weights[ORDER] == 0


def test_what_is_undefined_is_counted_and_what_is_too_rare_left_out():
    games = [game(1, [1, 2], [1.0, float("nan")]), game(2, [1, 2], [1.0, 2.0], [WORD, MARK])]
    table = study(games)
    assert (table["missing"] == 1).all()
    assert table.loc[("all", "all", "size"), "edits"] == 3
    rows, gold = zip(*games, strict=True)
    rare = severity_attribution(attributions(rows), gold, resamples=100, min_frequency=2)
    assert set(rare.query("by == 'type'")["group"]) == {WORD}
    none = severity_attribution(
        attributions(rows), gold, systems=["nobody"], resamples=100, min_frequency=1
    )
    assert none["value"].isna().all()
    assert (none["edits"] == 0).all()
