"""Coalitions as bitmasks: bit k set means that edit k is applied.

Mask 0 is the base text of a game, and the full mask its grand coalition; for a correction these
are the source and the hypothesis.
"""

import functools
import math
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

MAX_PLAYERS = 63
"""The most players that a mask has bits for; 2^63 - 1 also fits a signed 64-bit integer."""

EXACT_UP_TO = 10
"""Default for the most edits of a sentence whose coalitions are all scored (section 4.1.2)."""

Masks = NDArray[np.uint64]

# Random coalitions drawn in one call. Another number would change the coalitions of a seed.
_DRAWN_AT_ONCE = 256


def lattice_masks(n: int) -> Masks:
    """All 2^n masks of `n` edits, ascending."""
    return np.arange(2**n, dtype=np.uint64)


def full_mask(n: int) -> int:
    """The mask of all `n` edits."""
    return 2**n - 1


def single_masks(n: int) -> Masks:
    """The mask of each of `n` edits on its own, ascending."""
    return np.uint64(1) << np.arange(n, dtype=np.uint64)


@functools.cache
def coalition_sizes(n: int) -> NDArray[np.int64]:
    """Number of edits in each of the 2^n coalitions of `n` edits, by their masks."""
    return np.bitwise_count(lattice_masks(n)).astype(np.int64)


def players_of(values: NDArray[np.float64]) -> int:
    """The number of players of a game, of which each coalition has a value."""
    return len(values).bit_length() - 1


def end_masks(n: int) -> Masks:
    """The empty and the full coalition of `n` edits, ascending; the same one where n is 0."""
    both = np.array([0, full_mask(n)], dtype=np.uint64)
    return np.unique(both)


def sample_permutations(n: int, count: int, seed: int) -> NDArray[np.int64]:
    """Distinct permutations of 0..n-1, uniform without replacement; all n! if `count` allows.

    Args:
        n: players, at least 0.
        count: permutations wanted, at least 1.
        seed: determines the result together with `n` and `count`.

    Returns:
        (min(count, n!), n) array; lexicographic if all permutations are in it.
    """
    if math.factorial(n) <= count:
        every_order = list(permutations(range(n)))
        return np.array(every_order, dtype=np.int64)
    generator = np.random.Generator(np.random.PCG64(seed))
    # Drawing again on a repetition leaves every permutation not yet drawn equally likely.
    distinct: dict[tuple[int, ...], None] = {}
    while len(distinct) < count:
        order = generator.permutation(n).tolist()
        distinct[tuple(order)] = None
    return np.array(list(distinct), dtype=np.int64)


def sample_coalitions(n: int, size: int, count: int, seed: int) -> Masks:
    """Distinct coalitions of one size, uniform without replacement.

    Args:
        n: players, at most `MAX_PLAYERS`.
        size: how many of them are in a coalition, at least 1.
        count: coalitions wanted, at most binom(n, size).
        seed: determines the result together with `n` and `size`, for each of them anew.

    Returns:
        (count,) masks. Those of a smaller `count` are the first of a larger one.
    """
    generator = np.random.Generator(np.random.PCG64([seed, n, size]))
    players = np.broadcast_to(single_masks(n), (_DRAWN_AT_ONCE, n))
    distinct: dict[int, None] = {}
    while len(distinct) < count:
        shuffled = generator.permuted(players, axis=1)
        drawn = np.bitwise_or.reduce(shuffled[:, :size], axis=1)
        distinct.update(dict.fromkeys(drawn.tolist()))
    first = list(distinct)[:count]
    return np.array(first, dtype=np.uint64)


def existing_pairs(n: int, size: int) -> int:
    """Number of pairs of complements with a coalition of `size` players, at most half of all."""
    coalitions = math.comb(n, size)
    if 2 * size == n:
        return coalitions // 2
    return coalitions


def sample_pairs(n: int, size: int, count: int, seed: int) -> Masks:
    """A coalition of each of `count` distinct pairs of complements; arguments as above."""
    if 2 * size < n:
        return sample_coalitions(n, size, count, seed)
    # A pair of two halves is counted once, by the half with player 0.
    other_players = sample_coalitions(n - 1, size - 1, count, seed)
    return other_players << np.uint64(1) | np.uint64(1)


def prefix_masks(orders: NDArray[np.int64]) -> Masks:
    """The coalitions that each permutation passes through.

    Args:
        orders: (T, n) permutations of 0..n-1, n at most `MAX_PLAYERS`.

    Returns:
        (T, n + 1) masks; column j holds the first j players, column 0 is 0.
    """
    players = np.uint64(1) << orders.astype(np.uint64)
    first_players = np.cumsum(players, axis=1, dtype=np.uint64)
    return np.insert(first_players, 0, 0, axis=1)
