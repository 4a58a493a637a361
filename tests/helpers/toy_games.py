"""Games with known Shapley values: a game is its (2^n,) values by bitmask."""

import itertools
import math

import numpy as np

from gec_attribution.attribution import load_method
from gec_attribution.games.game import Game
from gec_attribution.games.values import ValueTable
from gec_attribution.languages.en import ENGLISH


def method(kind, *, exact_up_to=10, above="sample", **options):
    """An attribution method, by default exact for sentences of up to ten edits."""
    spec = {"type": kind, **options}
    return load_method(kind, spec, exact_up_to=exact_up_to, above=above)


def table_of(values):
    n = len(values).bit_length() - 1
    return ValueTable(
        n, np.arange(2**n, dtype=np.uint64), np.asarray(values, dtype=float)
    )


def additive(phi):
    """The game in which every player adds its own amount."""
    masks = np.arange(2 ** len(phi))
    return (masks[:, None] >> np.arange(len(phi)) & 1) @ np.array(phi, dtype=float)


def random_games(players=range(2, 6)):
    generator = np.random.default_rng(20241213)
    for n in players:
        for _ in range(10):
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


def english_game(source, edits):
    """The game of a corrected English sentence, given as a text or as tokens."""
    source = source if isinstance(source, str) else ENGLISH.join(source)
    return Game.of_correction(source, edits, ENGLISH)
