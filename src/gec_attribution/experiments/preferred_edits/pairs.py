"""Pairs of ranked corrections of a source that differ by one edit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np

from gec_attribution.corpora.rankings import UNCORRECTED, Ranking, name_in_study
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError, unknown
from gec_attribution.games.values import SentencesBySystem

_Key = frozenset[tuple[int, int, str]]
_Edits = tuple[Edit, ...]


@dataclass(frozen=True)
class Pair:
    """Two corrections of a source; the larger one has one edit more.

    Attributes:
        line: the line of the source, from 1.
        source: the source.
        edits: the edits of the larger correction.
        place: the place among them of the edit that the smaller correction has not.
        agreement: share of the other systems with this edit; 0.5 without another system.
        needs_rewrite: whether one of the two corrections is no system's.
        votes: by way of judging, a vote of each ranking of both: 1 for the larger correction,
            −1 for the smaller, 0 for a tie.
    """

    line: int
    source: str
    edits: _Edits
    place: int
    agreement: float
    needs_rewrite: bool
    votes: dict[str, list[int]] = field(default_factory=dict)

    @property
    def edit(self) -> Edit:
        """The edit that only the larger correction has."""
        return self.edits[self.place]

    @property
    def tokens(self) -> int:
        """The tokens that the edit replaces, or those that it writes, if they are more."""
        return max(self.edit.end - self.edit.start, len(self.edit.tokens))

    def verdict(self, judged: str) -> int:
        """1 if most votes are for the larger correction, −1 for the smaller, 0 without either."""
        return int(np.sign(sum(self.votes.get(judged, ()))))


class _Source(NamedTuple):
    """The corrections of a source.

    Attributes:
        line: its line, from 1.
        text: the source.
        edits: the edits of each correction.
        corrections: the correction of each system, and the source itself as `UNCORRECTED`.
        voters: the correction of each system that is no person.
    """

    line: int
    text: str
    edits: dict[_Key, _Edits]
    corrections: dict[str, _Key]
    voters: dict[str, _Key]

    def pair(self, smaller: _Key, larger: _Key) -> Pair:
        """The pair of two of its corrections."""
        (added,) = larger - smaller
        others = list(self.voters.values())
        # The empty correction is the source, which needs nobody.
        needs_rewrite = any(key not in others for key in (smaller, larger) if key)
        # One system with either correction is compared, and is none of the others.
        for compared in (smaller, larger):
            if compared in others:
                others.remove(compared)
        with_edit = sum(added in key for key in others)
        edits = self.edits[larger]
        return Pair(
            line=self.line,
            source=self.text,
            edits=edits,
            place=[edit.key for edit in edits].index(added),
            agreement=with_edit / len(others) if others else 0.5,
            needs_rewrite=needs_rewrite,
        )


def minimal_pairs(
    games: SentencesBySystem,
    rankings: Mapping[str, Sequence[Ranking]],
    rewrites: Iterable[str],
) -> list[Pair]:
    """The pairs of ranked corrections that differ by one edit, in the order of the sources.

    Args:
        games: the sentences of each system.
        rankings: people's rankings by the way of judging. Their name of a system is `name_in_study`
            of that in `games`; `UNCORRECTED` is the source.
        rewrites: the systems that are people.

    Raises:
        InputError: a ranking has an unknown system, or a line that the data set has not.
    """
    sources = _sources(games, frozenset(rewrites))
    pairs: dict[tuple[int, _Key, _Key], Pair] = {}
    for judged, judgements in rankings.items():
        for ranking in judgements:
            if not 1 <= ranking.line <= len(sources):
                raise InputError(
                    f"rankings {judged}: line {ranking.line} is ranked, but the data set has "
                    f"{len(sources)} sources"
                )
            source = sources[ranking.line - 1]
            ranks = _ranks(ranking, source, judged)
            for two in combinations(ranks, 2):
                smaller, larger = sorted(two, key=len)
                differ_by_one = smaller < larger and len(larger - smaller) == 1
                if not differ_by_one:
                    continue
                place = (ranking.line, smaller, larger)
                if place not in pairs:
                    pairs[place] = source.pair(smaller, larger)
                vote = int(np.sign(ranks[smaller] - ranks[larger]))
                pairs[place].votes.setdefault(judged, []).append(vote)
    return [pairs[place] for place in sorted(pairs, key=_order)]


def _sources(games: SentencesBySystem, rewrites: frozenset[str]) -> list[_Source]:
    """The corrections of each source."""
    sources = []
    for line, sentences in enumerate(zip(*games.values(), strict=True), start=1):
        edits: dict[_Key, _Edits] = {_key(()): ()}
        corrections = {UNCORRECTED: _key(())}
        voters = {}
        for system, (_, edits_of_system) in zip(games, sentences, strict=True):
            key = _key(edits_of_system)
            edits[key] = tuple(edits_of_system)
            corrections[system] = key
            if system != UNCORRECTED and system not in rewrites:
                voters[system] = key
        sources.append(_Source(line, sentences[0][0], edits, corrections, voters))
    return sources


def _ranks(ranking: Ranking, source: _Source, judged: str) -> dict[_Key, int]:
    """The best rank of each correction in a ranking."""
    ranks: dict[_Key, int] = {}
    for system, rank in ranking.ranks.items():
        name = name_in_study(system)
        if name not in source.corrections:
            raise InputError(
                f"rankings {judged}: {unknown('system', name, source.corrections)}"
            )
        key = source.corrections[name]
        ranks[key] = min(rank, ranks.get(key, rank))
    return ranks


def _order(place: tuple[int, _Key, _Key]) -> tuple[object, ...]:
    """Order of pairs that depends on their content alone."""
    line, smaller, larger = place
    return line, sorted(larger), sorted(smaller)


def _key(edits: Iterable[Edit]) -> _Key:
    return frozenset(edit.key for edit in edits)
