import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from toy_games import (
    method,
    random_games,
    shapley_by_orders,
    table_of,
    unanimity_game,
)

from gec_attribution.attribution import normalise
from gec_attribution.attribution.dataset import attribute_dataset
from gec_attribution.attribution.explained import ScoredBy
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.games.coalitions import full_mask
from gec_attribution.games.values import SentenceValues, ValueTable
from gec_attribution.languages.en import ENGLISH

TYPES = ["add", "add_sub", "odd_regression", "shapley", "shapley_sampling", "sub"]


# The second takes all orders of six edits.
EXACT = [method("shapley"), method("shapley_sampling", permutations=math.factorial(6))]
every_exact = pytest.mark.parametrize("exact", EXACT, ids=lambda exact: exact.name)


# --- Shapley values


@every_exact
def test_shapley_values_are_the_mean_over_all_orders(exact):
    for values in random_games():
        phi = exact.attribute(table_of(values), seed=1).phi
        assert_allclose(phi, shapley_by_orders(values), atol=1e-12)


def drawn_values(data, n):
    """Values of all subsets of n edits."""
    worth = st.floats(-100, 100, width=32)
    return np.array(data.draw(st.lists(worth, min_size=2**n, max_size=2**n)))


@every_exact
@given(data=st.data(), n=st.integers(1, 5))
def test_efficiency_the_attributions_sum_to_the_change_of_the_score(exact, data, n):
    values = drawn_values(data, n)
    phi = exact.attribute(table_of(values), seed=1).phi
    assert phi.sum() == pytest.approx(values[-1] - values[0], abs=1e-9)


@every_exact
@given(data=st.data(), n=st.integers(2, 5))
def test_symmetry_two_edits_that_add_the_same_to_every_subset_get_the_same(
    exact, data, n
):
    values, masks = drawn_values(data, n), np.arange(2**n)
    # Which of the first two edits is applied makes no difference.
    either = (masks & 0b11) == 0b10
    values[either] = values[masks[either] ^ 0b11]
    first, second, *_ = exact.attribute(table_of(values), seed=1).phi
    assert first == pytest.approx(second, abs=1e-9)


@every_exact
@given(data=st.data(), n=st.integers(1, 5), place=st.integers(0, 4))
def test_dummy_player_an_edit_that_adds_nothing_gets_nothing(exact, data, n, place):
    """Not even by rounding; the others get what they get without it, as the slides say."""
    player, masks = place % n, np.arange(2**n)
    values = drawn_values(data, n)[masks & ~(1 << player)]
    phi = exact.attribute(table_of(values), seed=1).phi
    assert phi[player] == 0
    others = values[masks & 1 << player == 0]
    alone = exact.attribute(table_of(others), seed=1).phi
    assert_allclose(np.delete(phi, player), alone, atol=1e-9)


@every_exact
@given(data=st.data(), n=st.integers(1, 5))
def test_additivity_attributions_of_a_sum_of_scores_are_the_sums_of_theirs(
    exact, data, n
):
    parts = [drawn_values(data, n) for _ in range(2)]
    one, other, both = (
        exact.attribute(table_of(values), seed=1).phi for values in (*parts, sum(parts))
    )
    assert_allclose(both, one + other, atol=1e-9)


@given(data=st.data(), n=st.integers(0, 8))
def test_the_mean_of_add_and_sub_is_the_shapley_value_where_edits_interact_in_pairs(
    data, n
):
    pairs = [mask for mask in range(2**n) if mask.bit_count() <= 2]
    worth = data.draw(
        st.dictionaries(st.sampled_from(pairs), st.floats(-100, 100, width=32))
    )
    values, phi = unanimity_game(n, worth)
    result = method("add_sub").attribute(table_of(values), seed=0)
    assert_allclose(result.phi, phi, atol=1e-9)


def test_values_that_differ_by_little_are_still_divided_to_nine_digits():
    values = -14_000 + 1e-6 * np.random.default_rng(0).normal(size=2**10)
    attribution = method("shapley").attribute(table_of(values), seed=0)
    assert attribution.phi.sum() == pytest.approx(
        values[-1] - values[0], rel=1e-9, abs=1e-10
    )


# --- Add and Sub


@pytest.mark.parametrize(
    ("kind", "differences"), [("add", [1, 3, 6]), ("sub", [5, 6, 8])]
)
def test_add_and_sub_are_the_first_and_the_last_difference(kind, differences):
    table = table_of([1.0, 2.0, 4.0, 3.0, 7.0, 5.0, 6.0, 11.0])
    raw = method(kind, rescale=False).attribute(table, 0)
    assert raw.phi.tolist() == differences
    assert raw.evaluations == 5
    scaled = method(kind).attribute(table, 0)
    scale = 10 / sum(differences)
    assert scaled.scale == pytest.approx(scale)
    assert scaled.phi == pytest.approx(scale * np.array(differences))


@pytest.mark.parametrize("kind", ["add", "sub"])
def test_rescaling_flips_every_sign_where_differences_and_change_disagree(kind):
    values = {"add": [0, 2, -1, -3], "sub": [3, 0, 1, 2]}[kind]
    raw = method(kind, rescale=False).attribute(table_of(values), 0)
    scaled = method(kind).attribute(table_of(values), 0)
    assert scaled.scale < 0
    assert_array_equal(np.sign(scaled.phi), -np.sign(raw.phi))


@pytest.mark.parametrize("kind", ["add", "sub"])
@pytest.mark.parametrize(
    "differences",
    [[0.0, 0.0, 0.0], [1.0, -1.0, 0.0], [0.1, 0.2, -0.3]],
    ids=["all zero", "sum of zero", "sum of zero up to rounding"],
)
def test_differences_that_sum_to_zero_cannot_be_rescaled(kind, differences):
    values, singles = np.zeros(8), np.array([1, 2, 4])
    # Each edit adds the same to the source as to the others.
    values[singles] = differences
    values[7 ^ singles] = 5 - np.array(differences)
    values[7] = 5
    result = method(kind).attribute(table_of(values), 0)
    assert_array_equal(result.phi, np.zeros(3))
    assert not np.signbit(result.phi).any()
    assert result.scale == 0
    raw = method(kind, rescale=False).attribute(table_of(values), 0)
    assert_allclose(raw.phi, differences, atol=1e-15)
    assert raw.scale == 1


# --- what all methods share


@pytest.mark.parametrize("kind", TYPES)
@given(data=st.data())
def test_a_method_reads_the_coalitions_that_it_names_and_no_others(kind, data):
    n = data.draw(st.integers(0, 8))
    seed = data.draw(st.integers(0, 2**63 - 1))
    chosen = method(kind, exact_up_to=data.draw(st.sampled_from([0, 10])))
    values = np.random.default_rng(seed).normal(size=2**n)
    masks = chosen.masks(n, seed)
    assert masks.dtype == np.uint64
    assert {0, full_mask(n)} <= set(masks.tolist())
    assert (np.diff(masks.astype(np.int64)) > 0).all()
    complete = chosen.attribute(table_of(values), seed)
    part = chosen.attribute(ValueTable(n, masks, values[masks.astype(int)]), seed)
    assert_array_equal(complete.phi, part.phi)
    assert part.evaluations == len(masks)


FEW = {"shapley_sampling": {"permutations": 2}, "odd_regression": {"evaluations": 8}}


@pytest.mark.parametrize("kind", TYPES)
def test_an_undefined_value_makes_a_sentence_undefined_only_if_it_is_needed(kind):
    for mask in range(16):
        values = np.arange(16.0) ** 2
        values[mask] = np.nan
        chosen = method(kind, **FEW.get(kind, {}))
        result = chosen.attribute(table_of(values), seed=0)
        needed = mask in chosen.masks(4, seed=0)
        assert np.isnan(result.phi).tolist() == [needed] * 4


@pytest.mark.parametrize("kind", TYPES)
def test_long_sentences_are_skipped_by_every_method_alike(kind):
    skipping = method(kind, exact_up_to=3, above="skip")
    assert_array_equal(skipping.masks(4, seed=0), [0, 15])
    ends = ValueTable(4, np.array([0, 15], dtype=np.uint64), np.array([1.0, 2.0]))
    result = skipping.attribute(ends, seed=0)
    assert np.isnan(result.phi).all()
    assert not np.isnan(skipping.attribute(table_of(np.arange(8.0)), seed=0).phi).any()


@pytest.mark.parametrize(
    "kind", sorted(kind for kind in TYPES if method(kind).efficient)
)
@given(
    steps=st.lists(st.integers(-3, 3), max_size=7),
    tokens=st.integers(1, 30),
    plateau=st.floats(0, 1),
    unit=st.integers(-12, 12),
)
def test_rounding_is_not_taken_for_lost_value(kind, steps, tokens, plateau, unit):
    """Edits that lengthen and shorten a sentence; its length stays the same."""
    steps = np.array([*steps, -sum(steps)])
    applied = np.arange(2 ** len(steps))[:, None] >> np.arange(len(steps)) & 1
    values = -np.minimum(abs(applied @ steps) / tokens, plateau) * 10.0**unit
    phi = method(kind, exact_up_to=6).attribute(table_of(values), seed=tokens).phi
    assert abs(phi.sum()) <= 1e-9 * abs(values).max()


@every_exact
@given(
    values=st.lists(st.floats(-1, 1), min_size=4, max_size=6),
    unit=st.sampled_from([1e-6, 1e6]),
)
def test_scores_that_cancel_leave_exactly_nothing(exact, values, unit):
    """The score of a sentence is that of its source, whatever the number of edits moved before."""
    by_number = np.array([*values, values[0]]) * unit
    table = table_of(by_number[np.bitwise_count(np.arange(2 ** len(values)))])
    assert not normalise(exact.attribute(table, seed=1).phi).any()


@pytest.mark.parametrize("unit", [1e-12, 1.0, 1e12])
def test_lost_value_is_not_taken_for_rounding(monkeypatch, unit):
    monkeypatch.setattr(
        "gec_attribution.attribution.shapley.shapley_values", lambda _: np.zeros(2)
    )
    with pytest.raises(InputError, match="the score differs from its baseline by"):
        method("shapley").attribute(table_of(np.array([0, 1, 1, 1e-8]) * unit), seed=0)


@given(st.lists(st.floats(-1e300, 1e300), max_size=8).map(np.array))
def test_normalised_attributions_keep_signs_and_sum_to_one(phi):
    shares = normalise(phi)
    assert (np.abs(shares) <= 1).all()
    assert (np.sign(shares) * np.sign(phi) >= 0).all()
    if (phi != 0).any() and np.isfinite(np.abs(phi).sum()):
        assert np.abs(shares).sum() == pytest.approx(1)


# --- data sets


def test_attributions_do_not_depend_on_the_order_of_systems_and_lines():
    values = np.random.default_rng(0).normal(size=2**3)
    edits = tuple(Edit(k, k + 1, "x", "R:OTHER") for k in range(3))
    sentences = [
        SentenceValues(line, "a b c", edits, table_of(values)) for line in range(3)
    ]
    sampling = method("shapley_sampling", permutations=2)

    def attributed(systems):
        scored_by = ScoredBy.signed("m", "")
        table = attribute_dataset("d", systems, sampling, scored_by, language=ENGLISH)
        return table.sort_values(["system", "line", "edit"], ignore_index=True)

    forwards = attributed({"a": sentences, "b": sentences[:1]})
    backwards = attributed({"b": sentences[:1], "a": sentences[::-1]})
    assert forwards.equals(backwards)
    # The seed of the sentence, which is in the table, decides the sample.
    own = sampling.attribute(sentences[0].table, int(forwards["seed"][0]))
    assert forwards["phi"][:3].tolist() == own.phi.tolist()


# --- the authors' code


def test_attributions_of_the_official_values_are_the_official_attributions(
    official_cases,
):
    """On the values that the authors' code saw; it scores source and hypothesis once more."""
    compared = Counter()
    for case in official_cases:
        for metric, official in case["official"].items():
            values = np.array(official["lattice_scores"])
            # Largest difference between a score and its repetition, as the oracle records it.
            tolerance = 1e-5 * abs(values[0]) if metric == "ppl" else 2e-6
            for kind in ("shapley", "add", "sub"):
                result = method(kind).attribute(table_of(values), seed=0)
                expected = official[kind]["attribution_scores"]
                allowed = tolerance
                if kind != "shapley":
                    # Rescaling multiplies the differences of all N scores.
                    allowed *= len(expected) * max(1, abs(result.scale))
                assert np.abs(result.phi - expected).max(initial=0) <= allowed, case
                compared[kind, metric] += len(expected)
    assert set(compared.values()) in ({304}, {203})
