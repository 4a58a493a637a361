"""Coalitions: the sentences that arise when a subset of a sentence's edits is applied.

A coalition is a bitmask: bit k set means that edit k is applied, so mask 0 is the source and the
full mask the hypothesis. What the methods need is planned here as distinct (source, sentence)
pairs, to be scored once, whatever systems, subsets and methods share them.
"""

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from gec_attribution.edits import Edit, apply_edits, tokenize
from gec_attribution.errors import InputError

MAX_EDITS = 63
"""Edits of one sentence that a mask can tell apart; 2^63 - 1 also fits a signed 64-bit integer."""

Masks = NDArray[np.uint64]

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class CoalitionPlan:
    """What to score, and which coalition each score belongs to.

    Attributes:
        pairs: pair (int64, 0, 1, ...), source, sentence; no (source, sentence) occurs twice.
        coalitions: for each system line (int32, from 0), mask (uint64), pair (int64), sorted by
            (line, mask).
    """

    pairs: pd.DataFrame
    coalitions: dict[str, pd.DataFrame]


def coalition_sentence(tokens: Sequence[str], edits: Sequence[Edit], mask: int) -> str:
    """The sentence with the edits of `mask` applied, its tokens joined by one space."""
    return coalition_sentences(tokens, edits, [mask])[0]


def coalition_sentences(
    tokens: Sequence[str], edits: Sequence[Edit], masks: ArrayLike
) -> list[str]:
    """The sentence of each mask, its tokens joined by one space.

    Args:
        tokens: the source.
        edits: in ERRANT's order, which is kept in every subset.
        masks: integers from 0 to `full_mask(len(edits))`.

    Raises:
        InputError: an edit is outside the sentence or overlaps another one, or there are more than
            `MAX_EDITS`.
        ValueError: a mask has a bit that is no edit.
    """
    if len(edits) > MAX_EDITS:
        raise InputError(f"a sentence has {len(edits)} edits; coalitions have at most {MAX_EDITS}")
    apply_edits(tokens, edits)  # for its errors
    # The text up to the end of each edit, from the end of the one before: (without it, with it).
    choices = []
    position = 0
    for edit in edits:
        kept = tokens[position : edit.start]
        choices.append(
            (
                _spaced([*kept, *tokens[edit.start : edit.end]]),
                _spaced([*kept, *tokenize(edit.correction)]),
            )
        )
        position = edit.end
    tail = _spaced(tokens[position:])
    sentences = []
    for mask in np.asarray(masks, dtype=np.uint64).tolist():
        if mask >> len(edits):
            raise ValueError(f"mask {mask} has a bit beyond the {len(edits)} edits")
        parts = [choice[mask >> k & 1] for k, choice in enumerate(choices)]
        sentences.append("".join([*parts, tail])[1:])
    return sentences


def lattice_masks(n: int) -> Masks:
    """All 2^n masks of `n` edits, ascending."""
    return np.arange(2**n, dtype=np.uint64)


def full_mask(n: int) -> int:
    """The mask of all `n` edits."""
    return 2**n - 1


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
        return np.array(list(permutations(range(n))), dtype=np.int64)
    generator = np.random.Generator(np.random.PCG64(seed))
    # Drawing again on a repetition leaves every permutation not yet drawn equally likely.
    distinct: dict[tuple[int, ...], None] = {}
    while len(distinct) < count:
        distinct[tuple(generator.permutation(n).tolist())] = None
    return np.array(list(distinct), dtype=np.int64)


def prefix_masks(orders: NDArray[np.int64]) -> Masks:
    """The coalitions each permutation passes through.

    Args:
        orders: (T, n) permutations of 0..n-1, n at most `MAX_EDITS`.

    Returns:
        (T, n + 1) masks; column j holds the first j players, column 0 is 0.
    """
    bits = np.left_shift(np.uint64(1), orders.astype(np.uint64))
    return np.pad(np.cumsum(bits, axis=1, dtype=np.uint64), ((0, 0), (1, 0)))


def plan_coalitions(
    systems: Mapping[str, Sequence[tuple[str, Sequence[Edit]]]],
    masks_of: Callable[[int, int], Masks],
    seed_of: Callable[[str, str], int],
) -> CoalitionPlan:
    """The pairs to score for several systems on one dataset.

    Mask 0 and the full mask of every sentence are always in the plan. Pairs are numbered by first
    use, line by line and, within a line, in the order of `systems` and of masks. A sentence with
    more than `MAX_EDITS` edits has no coalitions, which a warning says.

    Args:
        systems: for each system the source and the edits of every line.
        masks_of: the masks needed for (number of edits, seed).
        seed_of: the seed of (source, hypothesis), both as token-joined text.

    Raises:
        InputError: systems differ in their sources, or an edit is misplaced in its sentence.
    """
    _check_same_sources(systems)
    pairs: dict[tuple[str, str], int] = {}
    planned: dict[str, list[tuple[int, Masks, NDArray[np.int64]]]] = {name: [] for name in systems}
    for line, sentences in enumerate(zip(*systems.values(), strict=True)):
        for system, (text, edits) in zip(systems, sentences, strict=True):
            if len(edits) > MAX_EDITS:
                logger.warning(
                    "%s, line %d: left out, its %d edits are more than %d",
                    *(system, line + 1, len(edits), MAX_EDITS),
                )
                continue
            tokens = tokenize(text)
            always = [0, full_mask(len(edits))]
            source, hypothesis = coalition_sentences(tokens, edits, always)
            needed = masks_of(len(edits), seed_of(source, hypothesis))
            masks = np.union1d(needed, np.array(always, dtype=np.uint64))
            numbers = [
                pairs.setdefault((source, sentence), len(pairs))
                for sentence in coalition_sentences(tokens, edits, masks)
            ]
            planned[system].append((line, masks, np.array(numbers, dtype=np.int64)))
    frame = pd.DataFrame(list(pairs), columns=["source", "sentence"], dtype="str")
    frame.insert(0, "pair", np.arange(len(pairs), dtype=np.int64))
    return CoalitionPlan(frame, {name: _coalition_frame(rows) for name, rows in planned.items()})


def shard_bounds(token_counts: ArrayLike, shards: int) -> list[tuple[int, int]]:
    """Cut a list of sentences into `shards` contiguous parts of roughly equal cost.

    A sentence belongs to the part in which the middle of its tokens falls, so no part has more than
    its share plus one sentence; parts may be empty. An empty sentence counts as one token.

    Args:
        token_counts: tokens of each sentence.
        shards: parts wanted, at least 1.

    Returns:
        (start, stop) of each part; together they cover all sentences in order.
    """
    costs = np.maximum(np.asarray(token_counts, dtype=np.int64), 1)
    middles = np.cumsum(costs) - costs / 2
    limits = costs.sum() * np.arange(shards + 1) / shards
    bounds = np.searchsorted(middles, limits).tolist()
    return list(pairwise(bounds))


def _spaced(tokens: Sequence[str]) -> str:
    """The tokens, each after a space, so that texts can be joined whether or not they are empty."""
    return "".join(f" {token}" for token in tokens)


def _coalition_frame(rows: Sequence[tuple[int, Masks, NDArray[np.int64]]]) -> pd.DataFrame:
    lines = np.array([line for line, _, _ in rows], dtype=np.int32)
    return pd.DataFrame(
        {
            "line": np.repeat(lines, [len(masks) for _, masks, _ in rows]),
            "mask": np.concatenate([np.empty(0, np.uint64), *(masks for _, masks, _ in rows)]),
            "pair": np.concatenate([np.empty(0, np.int64), *(numbers for _, _, numbers in rows)]),
        }
    )


def _check_same_sources(systems: Mapping[str, Sequence[tuple[str, Sequence[Edit]]]]) -> None:
    names = list(systems)
    for one, other in pairwise(names):
        if len(systems[one]) != len(systems[other]):
            raise InputError(
                f"system {one} has {len(systems[one])} sentences, "
                f"system {other} has {len(systems[other])}; they must be of the same corpus"
            )
        for line, ((source, _), (other_source, _)) in enumerate(
            zip(systems[one], systems[other], strict=True), start=1
        ):
            if tokenize(source) != tokenize(other_source):
                raise InputError(
                    f"line {line}: the source of system {one} is {source[:40]!r}, "
                    f"of system {other} {other_source[:40]!r}; they must be of the same corpus"
                )
