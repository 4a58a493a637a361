"""Edits that interact strongly as one player, on games with known answers."""

import itertools

import numpy as np
import pytest
from toy_games import english_game, table_of

from gec_attribution import Explainer
from gec_attribution.attribution import load_method
from gec_attribution.attribution.joined_shapley import join
from gec_attribution.edits.model import Edit
from gec_attribution.errors import ConfigError

# Edit 0 is worth 3 alone and edit 1 −5, both together 4; edit 2 adds 1 in any company.
# So φ is 6, −2 and 1, I of the first two is 6, and Σ|φ| is 9.
VALUES = np.array([0, 3, -5, 4, 1, 4, -4, 5], dtype=float)


def method(**options):
    entry = {"type": "joined_shapley", **options}
    return load_method("joined", entry, max_edits=10, above_max_edits="sample")


def test_edits_above_the_threshold_are_one_player():
    joined = join(VALUES, 0.5)
    assert joined.players.tolist() == [0, 0, 1]
    assert joined.phi == pytest.approx([2, 2, 1])


def test_edits_at_or_below_the_threshold_stay_players_of_their_own():
    single = join(VALUES, 6 / 9)
    assert single.players.tolist() == [0, 1, 2]
    assert single.phi == pytest.approx([6, -2, 1])


def test_edits_joined_with_a_third_are_one_player():
    # 0 and 2 matter only together, 2 and 3 as well; edit 1 is worth 1.
    values = np.array(
        [
            10.0 * (c[0] and c[2]) + 10.0 * (c[2] and c[3]) + c[1]
            for c in ([mask >> k & 1 for k in range(4)] for mask in range(16))
        ]
    )
    joined = join(values, 0.2)
    assert joined.players.tolist() == [0, 1, 0, 0]
    assert joined.phi == pytest.approx([20 / 3, 1, 20 / 3, 20 / 3])


def test_any_threshold_divides_the_whole_difference():
    generator = np.random.default_rng(0)
    for n, threshold in itertools.product(range(1, 7), (0, 0.1, 0.3, 1)):
        values = generator.normal(size=2**n)
        assert join(values, threshold).phi.sum() == pytest.approx(values[-1] - values[0])
    # Whatever is joined, all at once get the difference alike.
    assert join(values, 0).phi == pytest.approx(np.full(6, (values[-1] - values[0]) / 6))


def test_above_max_edits_nothing_is_joined():
    few = load_method(
        "j", {"type": "joined_shapley", "threshold": 0.0}, max_edits=2, above_max_edits="sample"
    )
    attribution = few.attribute(table_of(VALUES), seed=0)
    assert attribution.players is None
    assert attribution.phi == pytest.approx([6, -2, 1])


def test_as_many_edits_as_are_exact_are_joined():
    exact = load_method(
        "j", {"type": "joined_shapley", "threshold": 0.5}, max_edits=3, above_max_edits="skip"
    )
    attribution = exact.attribute(table_of(VALUES), seed=0)
    assert attribution.players.tolist() == [0, 0, 1]


def test_above_max_edits_it_estimates_as_shapley_values_do_by_the_seed():
    table = table_of(np.cos(np.arange(2.0**9)))
    estimator = {"type": "leverage_shap", "evaluations": 24}

    def phi(kind, seed):
        entry = {"type": kind, "estimator": estimator}
        sampled = load_method("m", entry, max_edits=4, above_max_edits="sample")
        return sampled.attribute(table, seed=seed).phi.tolist()

    assert phi("joined_shapley", 1) == phi("shapley", 1) != phi("joined_shapley", 2)


def test_a_threshold_is_part_of_the_signature_and_checked():
    assert method(threshold=0.1).signature()["threshold"] == 0.1
    assert method().signature()["method"] == "joined_shapley"
    assert method(threshold=1).threshold == 1
    with pytest.raises(ConfigError, match=r"methods\.joined\.threshold: found 2; it must be from"):
        method(threshold=2)


def test_a_record_says_which_edits_are_one_player():
    def score(_sources, texts):
        return [
            VALUES[sum(bit << k for k, bit in enumerate(map(str.isupper, t.split())))]
            for t in texts
        ]

    study = {
        "metrics": {"toy": score},
        "methods": {"joined": {"type": "joined_shapley", "threshold": 0.5}},
    }
    edits = tuple(Edit(k, k + 1, "ABC"[k], "R") for k in range(3))
    (record,) = Explainer(study).explain_edits([(english_game("a b c", edits).source, edits)])
    assert record.joined == ((0, 1),)
    assert [edit.phi for edit in record.edits] == pytest.approx([2, 2, 1])
    assert type(record).from_dict(record.to_dict()) == record
    assert "Joined into one player" in record._repr_html_()
