"""shapiq: its approximators as methods, planned like all others, and its interactions."""

from importlib.metadata import version

import numpy as np
import pytest

from gec_attribution import load_method
from gec_attribution.attribution.interactions import interactions_of, pairs_of
from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.errors import ConfigError
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.values import ValueTable

shapiq = pytest.importorskip("shapiq")
PLAYERS, SEED = 8, 7
VALUES = np.random.default_rng(0).normal(size=2**PLAYERS).cumsum()


def method(approximator, budget=100):
    spec = {"type": "shapiq", "approximator": approximator, "budget": budget}
    return load_method("theirs", spec, exact_up_to=5, above="sample")


def scored(masks):
    """The values of some coalitions alone."""
    return ValueTable(PLAYERS, masks, VALUES[masks.astype(int)])


def game(coalitions):
    """The game of `VALUES` as shapiq takes it."""
    return VALUES[np.atleast_2d(coalitions) @ (1 << np.arange(PLAYERS))]


@pytest.mark.parametrize(
    "name", ["KernelSHAP", "SVARM", "PermutationSamplingSV", "kADDSHAP"]
)
def test_the_values_are_those_of_shapiq_from_planned_coalitions_alone(name):
    chosen = method(name)
    masks = chosen.masks(PLAYERS, SEED)
    assert len(masks) <= 100
    estimate = chosen.attribute(scored(masks), SEED)
    theirs = getattr(shapiq, name)(n=PLAYERS, random_state=SEED).approximate(100, game)
    expected = [theirs[(player,)] for player in range(PLAYERS)]
    assert estimate.phi == pytest.approx(expected, abs=1e-9)
    assert (estimate.evaluations, estimate.exact) == (len(masks), False)
    assert chosen.signature()["shapiq"] == version("shapiq")


def test_a_budget_of_all_coalitions_is_exact():
    chosen = method("SVARM", 2**PLAYERS)
    estimate = chosen.attribute(scored(lattice_masks(PLAYERS)), SEED)
    assert estimate.phi == pytest.approx(shapley_values(VALUES))
    assert estimate.exact


def test_interactions_are_those_of_shapiq():
    computer = shapiq.ExactComputer(game, n_players=PLAYERS)
    ours = interactions_of(scored(lattice_masks(PLAYERS)))
    for index, found in (("SII", ours.shapley), ("STII", ours.taylor)):
        theirs = computer(index, order=2)
        expected = [theirs[tuple(pair)] for pair in pairs_of(PLAYERS).tolist()]
        assert found == pytest.approx(expected, abs=1e-9)


def test_an_unknown_approximator_is_refused_with_those_that_there_are():
    with pytest.raises(
        ConfigError, match=r"approximator: unknown .*SVARM.* did you mean 'KernelSHAP'"
    ):
        method("KernelShap").masks(PLAYERS, SEED)
