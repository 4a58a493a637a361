"""Interactions: the effect of pairs of edits on a metric beyond that of each edit.

All is read off the complete value table of a game v by its Möbius transform (Harsanyi 1963),

    m(T) = Σ_{S⊆T} (−1)^{|T|−|S|} v(S),

what the players of T bring about only together: v(S) = Σ_{T⊆S} m(T). An index divides each m(T)
among the players and the pairs in T, and differs from another in the shares alone. A pair gets

    the Shapley interaction index    Σ_{T⊇{i,j}} m(T) / (|T| − 1)
    the Shapley–Taylor index         Σ_{T⊇{i,j}} m(T) / binom(|T|, 2)

The first (Grabisch and Roubens 1999) is the mean over all orders, with i and j taken as one player,
of v(S∪{i,j}) − v(S∪{i}) − v(S∪{j}) + v(S), S the players before; by itself it sums to nothing in
particular. The second (of order 2: Sundararajan, Dhamdhere and Agarwal 2020) sums to v(N) − v(∅)
together with the effects of single edits on the base, v({i}) − v(∅). A game without interactions
has m(T) = 0 for all T of two players or more, so that all are zero.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.games.coalitions import MAX_PLAYERS, coalition_sizes, players_of
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


def interactions_of(table: ValueTable, exact_up_to: int = MAX_PLAYERS) -> Interactions:
    """The interactions of a game; where only some of its values are there, nothing is known.

    Of a sentence with more than `exact_up_to` edits only the ends are read.
    """
    n = table.n
    values = table.values
    is_scored = n <= exact_up_to and table.is_complete
    evaluations = len(values) if is_scored else 2
    if not is_scored or not np.isfinite(values).all():
        edits = np.full(n, np.nan)
        pairs = np.full(n * (n - 1) // 2, np.nan)
        return Interactions(edits, pairs, pairs, np.nan, evaluations)
    coefficients = _moebius_transform(values)
    sizes = np.arange(2, n + 1)
    shapley = _of_pairs(coefficients, 1 / (sizes - 1))
    taylor = _of_pairs(coefficients, 2 / (sizes * (sizes - 1)))
    shares = variance_by_order(values)
    left_out = np.nan
    if np.isfinite(shares[:1]).any():
        left_out = float(shares[1:].sum())
    return Interactions(
        phi=shapley_values(values),
        shapley=shapley,
        taylor=taylor,
        left_out=left_out,
        evaluations=evaluations,
    )


def pairs_of(n: int) -> NDArray[np.int64]:
    """The pairs of n players in lexicographic order, each first the lower: (n(n−1)/2, 2)."""
    pairs = list(itertools.combinations(range(n), 2))
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def _moebius_transform(values: Floats) -> Floats:
    """Effects m of each coalition's players that only all of them have: (2^n,).

    The empty coalition's is 0 in place of its value: only differences from that value are
    explained, and large values would cost them digits.
    """

    def subtract(without: Floats, with_player: Floats) -> None:
        with_player -= without

    return _for_each_player(values - values[0], subtract)


def _of_pairs(coefficients: Floats, weights: Floats) -> Floats:
    """Σ_{T⊇{i,j}} m(T) w(|T|) of each pair, for weights w of the sizes 2 to n."""

    def add(without: Floats, with_player: Floats) -> None:
        without += with_player

    n = players_of(coefficients)
    by_size = np.array([0.0, 0.0, *weights])
    weighted = coefficients * by_size[coalition_sizes(n)]
    sums = _for_each_player(weighted, add)
    masks = (1 << pairs_of(n)).sum(axis=1)
    # Adding 0 turns a negative zero into a zero.
    return sums[masks] + 0.0


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
    n = players_of(values)

    def split(without: Floats, with_player: Floats) -> None:
        difference = with_player - without
        without += with_player
        with_player[:] = difference

    spectrum = _for_each_player(values - values[0], split)
    # A Fourier coefficient is a mean; the scale drops out of the shares, but must not overflow.
    spectrum /= np.abs(spectrum[1:]).max(initial=0) or 1
    # The empty coalition's is the mean, which has no part in the variance.
    squares = spectrum[1:] ** 2
    power = np.bincount(coalition_sizes(n)[1:], squares, minlength=n + 1)[1:]
    total = power.sum()
    if total == 0:
        return np.full(n, np.nan)
    return power / total


def _for_each_player(
    values: Floats, change: Callable[[Floats, Floats], None]
) -> Floats:
    """Change in place, player by player, the values of coalitions without and with the player."""
    for player in range(players_of(values)):
        halves = values.reshape(-1, 2, 2**player)
        change(halves[:, 0], halves[:, 1])
    return values
