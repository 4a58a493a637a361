"""Interactions: the effect of pairs of edits on a metric beyond that of each edit.

All is read off the complete value table of a game v by its Möbius transform (Harsanyi 1963),

    m(T) = Σ_{S⊆T} (−1)^{|T|−|S|} v(S),

what the players of T bring about only together: v(S) = Σ_{T⊆S} m(T). An index divides each m(T)
among the players and the pairs in T, and differs from another in the shares alone. Of a unanimity
game, where 1 is earned once all of T are there, m(T) = 1 is all there is, and a pair in T gets

    the Shapley interaction index    1 / (|T| − 1)          (Grabisch and Roubens 1999),
    the Shapley–Taylor index         1 / binom(|T|, 2)      (Sundararajan, Dhamdhere, Agarwal 2020).

A game without interactions has m(T) = 0 for all T of two players or more, so that all are zero.
"""

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.games.coalitions import MAX_EDITS
from gec_attribution.games.values import ValueTable

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Interactions:
    """The interactions between the edits of one game, in the metric's unit.

    Positive: the two edits are worth more together than apart; negative: less, because one does
    what the other did already, or gets in its way. NaN where a score is undefined or was not asked
    for.

    Attributes:
        phi: (n,) Shapley value of each edit.
        shapley: (n(n−1)/2,) Shapley interaction index of each pair, in the order of `pairs_of`.
        taylor: (n(n−1)/2,) Shapley–Taylor index of each pair.
        left_out: share of the variance over all coalitions that no additive explanation has, from
            0 to 1; NaN where all coalitions have one value. See `variance_by_order`.
        evaluations: number of coalitions that were asked for.
    """

    phi: Floats
    shapley: Floats
    taylor: Floats
    left_out: float
    evaluations: int


def interactions_of(table: ValueTable, max_edits: int = MAX_EDITS) -> Interactions:
    """The interactions of a game; where only some of its values are there, nothing is known.

    Of a sentence with more than `max_edits` edits only the ends are read.
    """
    if table.n > max_edits or not table.is_complete:
        return _undefined(table.n, 2)
    values = table.dense
    if not np.isfinite(values).all():
        return _undefined(table.n, len(values))
    coefficients = moebius_transform(values)
    return Interactions(
        phi=shapley_values(values),
        shapley=shapley_interactions(coefficients),
        taylor=shapley_taylor(coefficients),
        left_out=_left_out(variance_by_order(values)),
        evaluations=len(values),
    )


def pairs_of(n: int) -> NDArray[np.int64]:
    """The pairs of n players in lexicographic order, each first the lower: (n(n−1)/2, 2)."""
    return np.array(list(itertools.combinations(range(n), 2)), dtype=np.int64).reshape(-1, 2)


def moebius_transform(values: Floats) -> Floats:
    """Harsanyi dividends: the effect of each coalition's players that only all of them have.

    Args:
        values: (2^n,) value of each coalition; bit k of the index says whether player k is in it.

    Returns:
        (2^n,) coefficients m. The empty coalition's is 0 in place of its value: only differences
        from that value are explained, and large values would cost them digits.
    """

    def subtract(without: Floats, with_player: Floats) -> None:
        with_player -= without

    return _for_each_player(values - values[0], subtract)


def shapley_interactions(coefficients: Floats) -> Floats:
    """The Shapley interaction index of each pair.

    I(ij) = Σ_{T⊇{i,j}} m(T) / (|T| − 1), which is the mean over all orders, with i and j taken as
    one player, of v(S∪{i,j}) − v(S∪{i}) − v(S∪{j}) + v(S), S the players before (Grabisch and
    Roubens 1999, "An axiomatic approach to the concept of interaction among players in cooperative
    games", where it is given in dividends, too). By itself it sums to nothing in particular.

    Args:
        coefficients: (2^n,) from `moebius_transform`.

    Returns:
        (n(n−1)/2,) in the order of `pairs_of`.
    """
    n = _players(coefficients)
    weights = [0, 0, *(1 / np.arange(1, n))][: n + 1]
    return _shares(coefficients, weights)[_pair_masks(n)]


def shapley_taylor(coefficients: Floats) -> Floats:
    """The Shapley–Taylor interaction index of order 2 of each pair.

    A pair gets Σ_{T⊇{i,j}} m(T) / binom(|T|, 2), an edit v({i}) − v(∅), its effect on the base
    alone. All together sum to v(N) − v(∅) (Sundararajan, Dhamdhere and Agarwal 2020, "The Shapley
    Taylor Interaction Index", whose axiom of efficiency it is).

    Args:
        coefficients: (2^n,) from `moebius_transform`.

    Returns:
        (n(n−1)/2,) in the order of `pairs_of`.
    """
    n = _players(coefficients)
    sizes = np.arange(2, n + 1)
    weights = [0, 0, *(2 / (sizes * (sizes - 1)))][: n + 1]
    return _shares(coefficients, weights)[_pair_masks(n)]


def variance_by_order(values: Floats) -> Floats:
    """The variance over coalitions, all equally likely, as shares of effects of 1, 2, … n players.

    The squared Walsh–Fourier coefficients of a game sum to its variance (Parseval). The squared
    coefficients of single players sum to the variance of the best additive fit in least squares;
    the slopes of this fit are the Banzhaf values (Hammer and Holzman 1992, "Approximations of
    pseudo-Boolean functions"; O'Donnell 2014, "Analysis of Boolean Functions", section 1.4). So
    1 − R² of the fit is the sum of all shares but the first. Shapley's additive game weighs
    coalitions otherwise, and leaves out at least as much.

    Args:
        values: (2^n,) value of each coalition.

    Returns:
        (n,) shares, which sum to 1; NaN where all values are equal.
    """
    n = _players(values)

    def split(without: Floats, with_player: Floats) -> None:
        without[:], with_player[:] = with_player + without, with_player - without

    spectrum = _for_each_player(values - values[0], split)
    # A Fourier coefficient is a mean; the scale drops out of the shares, but must not overflow.
    spectrum /= np.abs(spectrum[1:]).max(initial=0) or 1
    power = np.bincount(_sizes(n)[1:], spectrum[1:] ** 2, minlength=n + 1)[1:]
    total = power.sum()
    return power / total if total else np.full(n, np.nan)


def _left_out(shares: Floats) -> float:
    """Sum of all shares but the first; NaN if these are NaN, or if there are none."""
    return float(shares[1:].sum()) if np.isfinite(shares[:1]).any() else np.nan


def _shares(coefficients: Floats, weights: Sequence[float]) -> Floats:
    """Σ_{T⊇S} m(T) w(|T|) of each coalition S, for (n + 1,) weights w by size: (2^n,)."""

    def add(without: Floats, with_player: Floats) -> None:
        without += with_player

    weighted = coefficients * np.asarray(weights, dtype=np.float64)[_sizes(_players(coefficients))]
    return _for_each_player(weighted, add) + 0.0


def _for_each_player(values: Floats, change: Callable[[Floats, Floats], None]) -> Floats:
    """Change in place, player by player, the values of coalitions without and with the player."""
    for player in range(_players(values)):
        halves = values.reshape(-1, 2, 2**player)
        change(halves[:, 0], halves[:, 1])
    return values


def _players(values: Floats) -> int:
    return len(values).bit_length() - 1


@functools.cache
def _sizes(n: int) -> NDArray[np.int64]:
    """Number of players of each of the 2^n coalitions."""
    return np.bitwise_count(np.arange(2**n)).astype(np.int64)


def _pair_masks(n: int) -> NDArray[np.int64]:
    return (1 << pairs_of(n)).sum(axis=1)


def _undefined(n: int, evaluations: int) -> Interactions:
    edits, pairs = np.full(n, np.nan), np.full(n * (n - 1) // 2, np.nan)
    return Interactions(edits, pairs, pairs, np.nan, evaluations)
