"""Games with known Shapley values, and the properties of attribution methods.

A game is its (2^n,) values by bitmask. A check takes `attribute`, which maps such values to (n,)
attributions, and raises AssertionError if the property does not hold on some game.
"""

import itertools
import math
from collections.abc import Callable

import numpy as np

from gec_attribution.games.game import Game
from gec_attribution.games.values import ValueTable
from gec_attribution.languages.en import ENGLISH

Attribute = Callable[[np.ndarray], np.ndarray]


def table_of(values):
    n = len(values).bit_length() - 1
    return ValueTable(n, np.arange(2**n, dtype=np.uint64), np.asarray(values, dtype=float))


def random_games(count=10, players=range(2, 6)):
    generator = np.random.default_rng(20241213)
    for n in players:
        for _ in range(count):
            yield generator.normal(size=2**n)


def unanimity_game(n, worth):
    """Each set of players in `worth` (mask to worth) earns when it is there as a whole.

    Its members share what it earns: the Shapley values (Shapley 1953).
    """
    masks = np.arange(2**n)
    values, phi = np.zeros(2**n), np.zeros(n)
    for mask, earned in worth.items():
        values[masks & mask == mask] += earned
        members = [k for k in range(n) if mask >> k & 1]
        phi[members] += earned / max(len(members), 1)
    return values, phi


def shapley_by_orders(values):
    """Equation 4 word by word: the mean over all N! orders."""
    n = len(values).bit_length() - 1
    phi = np.zeros(n)
    for order in itertools.permutations(range(n)):
        mask = 0
        for player in order:
            phi[player] += values[mask | 1 << player] - values[mask]
            mask |= 1 << player
    return phi / math.factorial(n)


def check_definition(attribute: Attribute):
    for values in random_games():
        np.testing.assert_allclose(attribute(values), shapley_by_orders(values), atol=1e-12)


def check_efficiency(attribute: Attribute):
    for values in random_games():
        difference = values[-1] - values[0]
        assert abs(attribute(values).sum() - difference) <= 1e-9 * np.abs(values).max()


def check_symmetry(attribute: Attribute):
    for values in random_games():
        masks = np.arange(len(values))
        # Players 0 and 1 are made interchangeable: what counts is how many of them are there.
        first, second = masks & 1, masks >> 1 & 1
        symmetric = values[masks >> 2 << 2 | np.where(first + second == 1, 1, 3 * first * second)]
        phi = attribute(symmetric)
        assert abs(phi[0] - phi[1]) <= 1e-12


def check_dummy(attribute: Attribute):
    for values in random_games():
        n = len(values).bit_length() - 1
        for player in range(n):
            without = values[np.arange(2**n) & ~(1 << player)]
            assert attribute(without)[player] == 0


def check_additivity(attribute: Attribute):
    games = list(random_games())
    for values, other_values in zip(games[::2], games[1::2], strict=True):
        mixed = attribute(0.55 * values + 0.43 * other_values)
        np.testing.assert_allclose(
            mixed, 0.55 * attribute(values) + 0.43 * attribute(other_values), atol=1e-12
        )


def english_game(source, edits, study_seed=0):
    """The game of a corrected English sentence, given as a text or as tokens."""
    source = source if isinstance(source, str) else ENGLISH.join(source)
    return Game.of_correction(source, edits, ENGLISH, study_seed)
