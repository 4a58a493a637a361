from dataclasses import replace

import numpy as np
import pytest
from attributed import attributions
from numpy.testing import assert_allclose
from toy_games import additive, method, table_of

from gec_attribution.experiments.consistency.compute import (
    Games,
    attributed_groups,
    by_sentence,
    chunks,
    consistency,
    merge_players,
    signed_groups,
)
from gec_attribution.experiments.evaluation import Evaluation


def evaluate(chosen, games):
    """Consistency of `chosen` on games by (system, line), whose attributions it makes itself."""
    tables = {key: table_of(values) for key, values in games.items()}
    results = {key: chosen.attribute(table, 0) for key, table in tables.items()}
    rows = []
    for key, result in results.items():
        edits = [(k, k + 1, "x", "R") for k in range(len(result.phi))]
        rows.append((*key, result.phi.tolist(), edits, result.scale))
    table = attributions(rows, method=chosen.name)
    measured = consistency(
        Evaluation(resamples=50), table, chosen, Games(tables, 3, 10)
    )
    return measured.set_index("measure")


def groups_of(phi, values, chosen):
    edits = edits_of(phi)
    return attributed_groups(edits, signed_groups(edits), table_of(values), chosen)


def edits_of(phi):
    [(_, edits)] = by_sentence(attributions([("one", 0, phi)]))
    return edits


def test_edits_without_effect_are_merged_with_neither_sign():
    # Edits 0 and 1 help, 2 and 3 harm; 4 has φ = 0, though with the helping ones it would add 8.
    phi = np.array([1.0, 1, -1, -1, 0])
    masks = np.arange(32)
    together = (masks & 0b10011) == 0b10011
    values = additive(phi) + 8 * together
    groups = groups_of(phi, values, method("add", rescale=False))
    assert groups == [pytest.approx((2, 2, 1, 1)), pytest.approx((-2, -2, -1, -1))]
    # Nor is it lost: Sub removes a group from the whole hypothesis, in which edit 4 is applied.
    groups = groups_of(phi, values, method("sub", rescale=False))
    assert groups == [pytest.approx((2, 10, 1, 1)), pytest.approx((-2, -2, -1, -1))]


def test_edits_near_each_other_are_a_chunk():
    """As CLEME joins them: with one token between them, and not with two."""
    edits = edits_of([1.0] * 5)
    spans = np.array([(0, 1), (2, 3), (5, 5), (6, 8), (11, 12)])
    players = chunks(edits._replace(spans=spans))
    assert [members.tolist() for members, _ in players] == [[0, 1], [2, 3], [4]]
    assert [is_compared for _, is_compared in players] == [True, True, False]


def test_measures_are_those_of_all_groups():
    # Each of the first two edits adds 1, and both together take 6; each of the others takes 1.
    game = additive([1, 1, -1, -1])
    game[0b11::4] -= 8
    factors = np.arange(1, 20)
    games = {(system, k): k * game for k in factors.tolist() for system in "ab"}
    table = evaluate(method("add", rescale=False), games)
    single = np.concatenate([2 * factors, -2 * factors])
    grouped = np.concatenate([-6 * factors, -2 * factors])
    assert table["value"]["pearson"] == pytest.approx(
        np.corrcoef(single, grouped)[0, 1]
    )
    assert table["value"]["pearson_normalised"] == pytest.approx(-1)
    assert table["value"]["sign_agreement"] == 0.5
    assert (table["edits"] == 2 * len(single)).all()
    assert (table["low"] <= table["value"] + 1e-12).all()
    assert (table["value"] <= table["high"] + 1e-12).all()
    assert (
        table["signature"].iloc[0].startswith("edits:3-10|resamples:50|seed:0|metric:m")
    )


def test_a_few_sentences_do_not_decide_the_robust_correlations():
    """Of forty sentences one is flipped, and its attributions are by far the largest."""
    random = np.random.default_rng(1)
    games = {
        ("one", line): additive([1 + line, *random.uniform(0.5, 9, 2), -3])
        for line in range(40)
    }
    flips = additive([1, 2, -2.99])
    # Alone they add 0.01, together with each other −1000: the factor is −100,000.
    flips[0b011], flips[0b111] = 1, -1000
    games["one", 40] = flips
    correlations = evaluate(method("add"), games)["value"]
    assert correlations["pearson"] < 0.5
    assert correlations["pearson_trimmed"] == pytest.approx(1)
    assert correlations["pearson_unflipped"] == pytest.approx(1)
    assert correlations["pearson_normalised"] > correlations["pearson"]


def test_trivial_and_undefined_sentences_are_counted_and_left_out():
    undefined = additive([1, 2, -4])
    undefined[3] = np.nan
    # Beside two edits as one player, the third one without effect may have one.
    compared = [[1, 2, -4], [1, 2, 0], [-1, 0, -2]]
    trivial = [[1, 2, 3], [-1, -2, -3], [1, -1, 0]]
    too_short = [[1, -2]]
    games = {("one", 0): undefined}
    for phi in compared + trivial + too_short:
        games["one", len(games)] = additive(phi)
    left_out = evaluate(method("shapley"), games)
    counts = left_out.loc[
        "pearson", ["sentences", "edits", "trivial_sentences", "missing"]
    ]
    assert counts.tolist() == [3, 3, 3, 1]


def test_groups_get_what_the_authors_code_gives_them(official_cases):
    """Given their groups of single edits, on the values that their code saw."""
    compared = 0
    for case in official_cases:
        # Where the order of edits with equal start matters.
        if case["id"].startswith("edge/"):
            continue
        for metric, official in case["official"].items():
            values = np.array(official["lattice_scores"])
            for kind in ("shapley", "add", "sub"):
                grouped = official[kind].get("grouped")
                # Their groups lose edits without effect, which makes it another game.
                if not grouped or len(grouped["positive"] + grouped["negative"]) < len(
                    case["edits"]
                ):
                    continue
                groups = [
                    np.array(grouped[sign], dtype=int)
                    for sign in ("positive", "negative")
                ]
                scored = zip(groups, grouped["attribution_scores"], strict=True)
                players, expected = zip(
                    *((one, phi) for one, phi in scored if len(one)), strict=True
                )
                result = method(kind).attribute(
                    merge_players(table_of(values), players), 0
                )
                tolerance = 1e-5 * abs(values[0]) if metric == "ppl" else 2e-6
                amplified = 1 if kind == "shapley" else 2 * max(1, abs(result.scale))
                assert_allclose(
                    result.phi,
                    expected,
                    rtol=0,
                    atol=tolerance * amplified,
                    err_msg=case["id"],
                )
                compared += 1
    assert compared > 300


def test_the_paired_version_judges_the_sentences_that_are_trivial_under_no_method():
    edits = [(k, k + 1, "x", "R") for k in range(3)]
    rows = {
        "shapley": [("s", 0, [1.0, 2, -1], edits), ("s", 1, [1.0, 2, 3], edits)],
        "add": [("s", 0, [1.0, 2, -4], edits), ("s", 1, [1.0, 2, -3], edits)],
    }
    tables = [attributions(each, method=name) for name, each in rows.items()]
    games = Games(
        {("s", line): table_of(additive(np.array([1.0, 2, -1]))) for line in (0, 1)},
        3,
        10,
    )
    shared = games.shared(tables)
    assert shared == {("s", 0)}
    judged = consistency(
        Evaluation(resamples=50),
        tables[1],
        method("add", rescale=False),
        replace(games, only=shared),
    )
    assert set(judged["sentences"]) == {1}
    assert judged["signature"].str.contains("sentences:of all methods").all()
