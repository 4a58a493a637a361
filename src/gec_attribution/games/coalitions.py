"""Coalitions: the sentences that arise when a subset of a sentence's edits is applied.

A coalition is a bitmask: bit k set means that edit k is applied, so mask 0 is the source and the
full mask the hypothesis. What the methods need is planned here as (source, sentence) pairs, to be
scored once, whatever systems, subsets and methods share them. A plan is made and written in parts,
so that a corpus may be of any length.
"""

import logging
import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise, permutations, zip_longest
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from gec_attribution.edits.model import Edit, apply_edits, tokenize
from gec_attribution.errors import InputError
from gec_attribution.storage.row_groups import ROWS, read_parts, table_writer

MAX_EDITS = 63
"""Edits of one sentence that a mask can tell apart; 2^63 - 1 also fits a signed 64-bit integer."""

REMEMBERED_PAIRS = 2**17
"""How many pairs back a plan still knows what it has planned for a source that comes again."""

Masks = NDArray[np.uint64]

# The coalitions of one system: for each line its masks and the numbers of their pairs.
_Lines = list[tuple[int, Masks, NDArray[np.int64]]]

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class CoalitionPlan:
    """What to score for some consecutive lines, and which coalition each score belongs to.

    Attributes:
        pairs: those that no line before needs: pair (int64, consecutive), source, sentence.
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
    systems: Mapping[str, Iterable[tuple[str, Sequence[Edit]]]],
    masks_of: Callable[[int, int], Masks],
    seed_of: Callable[[str, str], int],
) -> Iterator[CoalitionPlan]:
    """The pairs to score for several systems on one dataset, in parts of whole lines.

    Mask 0 and the full mask of every sentence are always in the plan. Pairs are numbered by first
    use, line by line and, within a line, in the order of `systems` and of masks. A pair is planned
    once, unless its source comes again more than `REMEMBERED_PAIRS` pairs after its first line;
    then it has another number, and the score store still has it scored once. A sentence with more
    than `MAX_EDITS` edits has no coalitions, which a warning says.

    Args:
        systems: for each system the source and the edits of every line; read in step, once.
        masks_of: the masks needed for (number of edits, seed).
        seed_of: the seed of (source, hypothesis), both as token-joined text.

    Yields:
        At least one part, each but the last with a row group of coalitions or a little more.

    Raises:
        InputError: systems differ in their sources, or an edit is misplaced in its sentence.
    """
    pairs = _Pairs()
    planned: dict[str, _Lines] = {name: [] for name in systems}
    rows = 0
    for line, (tokens, edits_of) in enumerate(_in_step(systems)):
        source = " ".join(tokens)
        for system, edits in edits_of.items():
            if len(edits) > MAX_EDITS:
                logger.warning(
                    "%s, line %d: left out, its %d edits are more than %d",
                    *(system, line + 1, len(edits), MAX_EDITS),
                )
                continue
            always = np.array([0, full_mask(len(edits))], dtype=np.uint64)
            hypothesis = coalition_sentence(tokens, edits, full_mask(len(edits)))
            masks = np.union1d(masks_of(len(edits), seed_of(source, hypothesis)), always)
            numbers = pairs.numbers(source, coalition_sentences(tokens, edits, masks))
            planned[system].append((line, masks, numbers))
            rows += len(masks)
        if rows >= ROWS:
            yield CoalitionPlan(pairs.take(), _take_coalitions(planned))
            rows = 0
    yield CoalitionPlan(pairs.take(), _take_coalitions(planned))


def write_plan(
    parts: Iterable[CoalitionPlan], pairs_path: str | Path, coalitions_path: str | Path
) -> None:
    """Write the tables that later stages read: `pair, source, sentence` and the coalitions.

    The coalitions are `system, line, mask, pair`, all of one system after all of the one before.
    """
    folder = Path(coalitions_path).parent
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=folder, prefix=".partial-") as scratch,
        table_writer(pairs_path) as write_pairs,
        table_writer(coalitions_path) as write_coalitions,
    ):
        paths: dict[str, Path] = {}
        with ExitStack() as stack:
            write_of = {}
            for part in parts:
                write_pairs(part.pairs)
                for system, rows in part.coalitions.items():
                    if system not in paths:
                        paths[system] = Path(scratch, f"{len(paths)}.parquet")
                        write_of[system] = stack.enter_context(table_writer(paths[system]))
                    write_of[system](rows)
        for system, path in paths.items():
            for rows in read_parts(path):
                rows.insert(0, "system", system)
                write_coalitions(rows)


def shard_bounds(
    token_counts: Callable[[], Iterable[ArrayLike]], shards: int
) -> list[tuple[int, int]]:
    """Cut a list of sentences into `shards` contiguous parts of roughly equal cost.

    A sentence belongs to the part in which the middle of its tokens falls, so no part has more than
    its share plus one sentence; parts may be empty. An empty sentence counts as one token.

    Args:
        token_counts: gives the tokens of each sentence, in batches; called twice.
        shards: parts wanted, at least 1.

    Returns:
        (start, stop) of each part; together they cover all sentences in order.
    """
    total = sum(int(_costs(counts).sum()) for counts in token_counts())
    limits = total * np.arange(1, shards) / shards
    sizes = np.zeros(shards, dtype=np.int64)
    before = 0
    for counts in token_counts():
        costs = _costs(counts)
        ends = before + np.cumsum(costs)
        parts = np.searchsorted(limits, ends - costs / 2, side="right")
        sizes += np.bincount(parts, minlength=shards)
        before += int(costs.sum())
    return list(pairwise([0, *np.cumsum(sizes).tolist()]))


class _Pairs:
    """Pairs of source and sentence, numbered by first use, and taken away in parts."""

    def __init__(self) -> None:
        self._next = 0
        self._new: list[tuple[int, str, str]] = []
        # By source, the first used first, and sentence.
        self._known: dict[str, dict[str, int]] = {}

    def numbers(self, source: str, sentences: Sequence[str]) -> NDArray[np.int64]:
        """The numbers of the pairs of `source` and each sentence, given now if need be."""
        known = self._known.setdefault(source, {})
        for sentence in sentences:
            if sentence not in known:
                known[sentence] = self._next
                self._new.append((self._next, source, sentence))
                self._next += 1
        return np.array([known[sentence] for sentence in sentences], dtype=np.int64)

    def take(self) -> pd.DataFrame:
        """The pairs numbered since the last call; sources of long ago are forgotten."""
        frame = pd.DataFrame(self._new, columns=["pair", "source", "sentence"]).astype(
            {"pair": np.int64, "source": "str", "sentence": "str"}
        )
        self._new = []
        for source, numbers in list(self._known.items()):
            if next(iter(numbers.values())) >= self._next - REMEMBERED_PAIRS:
                break
            del self._known[source]
        return frame


def _take_coalitions(planned: Mapping[str, _Lines]) -> dict[str, pd.DataFrame]:
    """What is planned for each system, which leaves its list empty."""
    frames = {name: _coalition_frame(lines) for name, lines in planned.items()}
    for lines in planned.values():
        lines.clear()
    return frames


def _spaced(tokens: Sequence[str]) -> str:
    """The tokens, each after a space, so that texts can be joined whether or not they are empty."""
    return "".join(f" {token}" for token in tokens)


def _coalition_frame(lines: _Lines) -> pd.DataFrame:
    numbers = np.array([line for line, _, _ in lines], dtype=np.int32)
    return pd.DataFrame(
        {
            "line": np.repeat(numbers, [len(masks) for _, masks, _ in lines]),
            "mask": np.concatenate([np.empty(0, np.uint64), *(masks for _, masks, _ in lines)]),
            "pair": np.concatenate([np.empty(0, np.int64), *(pairs for _, _, pairs in lines)]),
        }
    )


def _costs(token_counts: ArrayLike) -> NDArray[np.int64]:
    return np.maximum(np.asarray(token_counts, dtype=np.int64), 1)


def _in_step(
    systems: Mapping[str, Iterable[tuple[str, Sequence[Edit]]]],
) -> Iterator[tuple[list[str], dict[str, Sequence[Edit]]]]:
    """The tokens of each line's source, which must be the same for all systems, and their edits."""
    for line, row in enumerate(zip_longest(*systems.values()), start=1):
        sentences = dict(zip(systems, row, strict=True))
        if None in row:
            ended = next(name for name, sentence in sentences.items() if sentence is None)
            longer = next(name for name, sentence in sentences.items() if sentence is not None)
            raise InputError(
                f"system {ended} has {line - 1} sentences, system {longer} has more; "
                "they must be of the same corpus"
            )
        tokens = {name: tokenize(source) for name, (source, _) in sentences.items()}
        for one, other in pairwise(systems):
            if tokens[one] != tokens[other]:
                raise InputError(
                    f"line {line}: the source of system {one} is {sentences[one][0][:40]!r}, "
                    f"of system {other} {sentences[other][0][:40]!r}; they must be of the same "
                    "corpus"
                )
        edits_of = {name: edits for name, (_, edits) in sentences.items()}
        yield next(iter(tokens.values())), edits_of
