"""The plan of a data set: which (source, sentence) pairs its study asks for, each once.

Methods and experiments say which coalitions they need; pairs that several of them or several
systems share are scored once.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, pairwise, zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.edits.model import Edit, joined
from gec_attribution.errors import InputError
from gec_attribution.games.coalitions import (
    MAX_PLAYERS,
    Masks,
    end_masks,
    lattice_masks,
)
from gec_attribution.games.game import Game
from gec_attribution.games.values import Sentence, SentencesBySystem
from gec_attribution.languages import Language
from gec_attribution.storage.parquet_files import write_parquet

Need = Callable[[int, int], Masks]
"""The masks that a method or an experiment reads, given a game's number of edits and its seed."""

logger = logging.getLogger(__name__)

REFERENCE = "reference."
"""Name for a reference in a plan, before its number; no system has a point in its own."""


def lattice_need(fewest_edits: int, most_edits: int) -> Need:
    """Every coalition for sentences with a number of edits in a range; for others the two ends.

    Consistency looks up the unions of groups that are known only once the edits are attributed,
    and differ between metrics and methods; interactions are made of all of them.
    """

    def masks(n: int, seed: int) -> Masks:
        del seed
        if fewest_edits <= n <= most_edits:
            return lattice_masks(n)
        return end_masks(n)

    return masks


def reference_players(
    sources: Sequence[str],
    references: Sequence[Sequence[Sequence[Edit]]],
    most_edits: int,
) -> dict[str, list[Sentence]]:
    """The edits of each reference that are played; they are right by construction.

    Choshen and Abend (2018, MAEGE) ask whether a metric prefers the texts with more of a
    reference's edits. An error without a correction is no player. A line has no players in a
    reference that it lacks, and in one with more edits than `most_edits`, for its lattice is not
    scored.
    """
    players = {}
    by_reference = zip_longest(*references, fillvalue=())
    for number, edits_of_lines in enumerate(by_reference):
        sentences: list[Sentence] = []
        for source, edits in zip(sources, edits_of_lines, strict=True):
            played = tuple(edit for edit in joined(edits) if edit.corrects)
            if len(played) > min(most_edits, MAX_PLAYERS):
                played = ()
            sentences.append((source, played))
        players[f"{REFERENCE}{number}"] = sentences
    return players


@dataclass(frozen=True)
class CoalitionPlan:
    """Pairs to score, the coalition of each score, and the players of each game.

    Attributes:
        pairs: pair (int64, consecutive), source, sentence, tokens (int64, of the sentences up to
            this one; an empty sentence counts as one).
        coalitions: system, line (int32, from 1), mask (uint64) and pair (int64), all of one system
            after all of the one before, each sorted by (line, mask).
        games: a row for each line of each system: system, line (from 1), source (as in M2), and
            edits, each with start, end, correction and type.
    """

    pairs: pd.DataFrame
    coalitions: pd.DataFrame
    games: pd.DataFrame


def plan_coalitions(
    systems: SentencesBySystem,
    needs: Sequence[Need],
    language: Language,
    seed: int = 0,
    *,
    references: SentencesBySystem = MappingProxyType({}),
    reference_needs: Sequence[Need] = (),
) -> CoalitionPlan:
    """The pairs to score for several systems on one dataset, each once.

    The ends of every game are always in the plan. Pairs are numbered by first use, line by line
    and, within a line, in the order of `systems` and of masks. A sentence with more than
    `MAX_PLAYERS` edits has no coalitions; a warning names it.

    Args:
        systems: source and edits of every line, by system; the systems are read in step, once.
        needs: coalitions that the study's methods and experiments need; the plan has their union.
        language: the language of the sentences.
        seed: the study's seed.
        references: source and played edits of every line, by name of a reference in the plan.
        reference_needs: coalitions needed of the references.

    Raises:
        InputError: systems differ in their sources, or an edit is misplaced in its sentence.
    """
    all_systems = {**systems, **references}
    pairs: dict[tuple[str, str], int] = {}
    games: dict[str, list[tuple]] = {name: [] for name in all_systems}
    planned: dict[str, list[_PlannedGame]] = {name: [] for name in all_systems}
    for line, sentences in enumerate(_in_step(all_systems, language), start=1):
        for system, (source, found) in sentences.items():
            edits = joined(found)
            edit_columns = [asdict(edit) for edit in edits]
            games[system].append((system, line, source, edit_columns))
            if len(edits) > MAX_PLAYERS:
                what = "%s, line %d: left out, its %d edits are more than %d"
                logger.warning(what, system, line, len(edits), MAX_PLAYERS)
                continue
            game = Game.of_correction(source, edits, language, seed)
            needed = reference_needs if system in references else needs
            requested = [need(game.n, game.seed) for need in needed]
            masks = np.unique(np.concatenate([end_masks(game.n), *requested]))
            scored = [(game.source, text) for text in game.texts(masks)]
            numbers = [pairs.setdefault(pair, len(pairs)) for pair in scored]
            planned[system].append(_PlannedGame(system, line, masks, numbers))
    columns = ["system", "line", "source", "edits"]
    return CoalitionPlan(
        _pair_frame(pairs, language),
        _coalition_frame(list(chain(*planned.values()))),
        pd.DataFrame(chain(*games.values()), columns=columns),
    )


class _PlannedGame(NamedTuple):
    """The coalitions of a game, and the number of the pair that each of them is scored as."""

    system: str
    line: int
    masks: Masks
    pairs: list[int]


def write_plan(
    plan: CoalitionPlan,
    pairs_path: str | Path,
    coalitions_path: str | Path,
    games_path: str | Path,
) -> None:
    """Write the tables that later stages read: the pairs, the coalitions and the games.

    The columns are those of `CoalitionPlan`; the last row of the pairs has the tokens of all.
    """
    write_parquet(plan.pairs, pairs_path)
    write_parquet(plan.coalitions, coalitions_path)
    write_parquet(plan.games, games_path)


def shard_bounds(pairs_path: str | Path, shards: int) -> list[tuple[int, int]]:
    """Cut the planned pairs into `shards` contiguous parts of roughly equal cost.

    A pair costs the tokens of its sentence and belongs to the part in which the middle of these
    falls, so no part has more than its share plus one pair; parts may be empty.

    Args:
        pairs_path: the pairs from `write_plan`; only their tokens are read, once.
        shards: parts wanted, at least 1.

    Returns:
        (start, stop) of each part, as numbers of rows; together they cover all pairs in order.
    """
    ends = pd.read_parquet(pairs_path, columns=["tokens"])["tokens"].to_numpy()
    total = ends.max(initial=0)
    limits = total * np.arange(1, shards) / shards
    middles = ends - np.diff(ends, prepend=0) / 2
    parts = np.searchsorted(limits, middles, side="right")
    sizes = np.bincount(parts, minlength=shards)
    stops = np.cumsum(sizes).tolist()
    return list(pairwise([0, *stops]))


def _pair_frame(pairs: Collection[tuple[str, str]], language: Language) -> pd.DataFrame:
    """Distinct pairs of source and sentence in their order, one row each."""
    frame = pd.DataFrame(list(pairs), columns=["source", "sentence"], dtype="str")
    frame.insert(0, "pair", np.arange(len(frame), dtype=np.int64))
    lengths = [len(language.tokenize(sentence)) for sentence in frame["sentence"]]
    costs = np.maximum(lengths, 1)
    return frame.assign(tokens=np.cumsum(costs, dtype=np.int64))


def _coalition_frame(planned: Sequence[_PlannedGame]) -> pd.DataFrame:
    """The coalitions of all games, one row each."""
    games = pd.DataFrame(planned, columns=_PlannedGame._fields)
    sizes = games["masks"].map(len)
    rows = games[["system", "line"]].loc[np.repeat(games.index, sizes)]
    rows = rows.astype({"system": "str", "line": np.int32}).reset_index(drop=True)
    # Without a game there is nothing to concatenate.
    masks = np.concatenate([np.empty(0, np.uint64), *games["masks"]])
    pairs = np.fromiter(chain(*games["pairs"]), np.int64)
    return rows.assign(mask=masks, pair=pairs)


def _in_step(
    systems: SentencesBySystem, language: Language
) -> Iterator[dict[str, Sentence]]:
    """Edits of each system for each line, whose source tokens must be the same for all."""
    for line, row in enumerate(zip_longest(*systems.values()), start=1):
        sentences = dict(zip(systems, row, strict=True))
        if None in row:
            ended = next(name for name in sentences if sentences[name] is None)
            longer = next(name for name in sentences if sentences[name] is not None)
            raise InputError(
                f"system {ended} has {line - 1} sentences, system {longer} has more; "
                "they must be of the same corpus"
            )
        for system, other_system in pairwise(systems):
            source, _ = sentences[system]
            other_source, _ = sentences[other_system]
            if not _have_equal_tokens(source, other_source, language):
                raise InputError(
                    f"line {line}: the source of system {system} is {source[:40]!r}, of system "
                    f"{other_system} {other_source[:40]!r}; they must be of the same corpus"
                )
        yield sentences


def _have_equal_tokens(text: str, other_text: str, language: Language) -> bool:
    return text == other_text or (
        language.tokenize(text) == language.tokenize(other_text)
    )
