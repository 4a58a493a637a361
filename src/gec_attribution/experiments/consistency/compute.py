"""Figure 3: whether the attribution of a group is the sum of those of its edits (section 4.3).

The edits of a sentence are grouped, the groups become the players of a new game, and the method
attributes again. Every coalition of groups is a coalition of edits, so the values of the new game
are in the same value table. Edits are grouped by the sign of their attribution, as in the figure,
or by their places into the chunks of CLEME (Ye et al. 2023), of which the section speaks as another
granularity.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method
from gec_attribution.attribution.edit_tables import first_edits
from gec_attribution.edits.chunks import MERGE_DISTANCE
from gec_attribution.errors import InputError
from gec_attribution.experiments.evaluation import Evaluation, Results, Row
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.values import ValueTable
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.statistics.differences import differences
from gec_attribution.statistics.signs import score_size, signs, signs_of

MEASURES = ("sign_agreement", "pearson", "spearman")
ROBUST = ("pearson_trimmed", "pearson_normalised", "pearson_unflipped")
"""Pearson's correlation as a few sentences do not decide it; see `consistency`."""
# The share of groups with the largest attributions that a trimmed correlation leaves out.
_TRIMMED = 0.05


class SentenceAttributions(NamedTuple):
    """Attributions (n,) of a sentence's edits as single players, and their `signs` (n,).

    `scale` is the factor by which section 4.2 multiplied them, `seed` that of the method; `spans`
    (n, 2) are the first and the last token of each edit, the end excluded.
    """

    phi: np.ndarray
    signs: np.ndarray
    scale: float
    seed: int
    spans: np.ndarray


class Group(NamedTuple):
    """Edits' summed attributions as single players, that as one player, and the signs of both."""

    single: float
    grouped: float
    single_sign: float
    grouped_sign: float


Players = list[tuple[np.ndarray, bool]]
"""Groups of a sentence's edits by their numbers, and whether each is a group to compare."""


def compute(inputs: Inputs) -> Results:
    """`consistency` of every method, also on the sentences of all and of chunks; differences."""
    fewest = inputs.options["fewest_edits"]
    most = inputs.options["most_edits"]
    evaluation = inputs.evaluation().with_test_resamples()
    frames: dict[str, list[pd.DataFrame]] = {
        "consistency": [],
        "consistency_paired": [],
        "consistency_chunks": [],
    }
    for metric, attributions_by_method in inputs.attributions_by_metric():
        tables = {}
        for system, sentences in inputs.values(metric).items():
            for sentence in sentences:
                # Other sentences are not compared, and are most of a large data set.
                if fewest <= sentence.table.n <= most:
                    tables[system, sentence.line] = sentence.table
        games = Games(tables, fewest, most)
        paired = replace(games, only=games.shared(attributions_by_method))
        chunked = replace(games, players=chunks)
        for rows, method in zip(attributions_by_method, inputs.methods(), strict=True):
            for name, compared in zip(frames, (games, paired, chunked), strict=True):
                frames[name].append(consistency(evaluation, rows, method, compared))
    results = {}
    for name, parts in frames.items():
        results[name] = pd.concat(parts, ignore_index=True)
    for name in ("consistency", "consistency_chunks"):
        results[f"differences/{name}"] = _differences(results[name])
    return results


def _differences(table: pd.DataFrame) -> pd.DataFrame:
    """Differences of `MEASURES` between methods and between metrics."""
    return differences(table[table["measure"].isin(MEASURES)], keys=["measure"])


def consistency(
    evaluation: Evaluation, attributions: pd.DataFrame, method: Method, games: "Games"
) -> pd.DataFrame:
    """Agreement in sign, and correlations, between summed and grouped attributions.

    A sentence is trivial, and left out, unless it has a group of at least two edits and other edits
    as well. Where all edits have one sign, their group is the complete correction, and every method
    is consistent. Edits without effect count as other edits, since they may have an effect together
    with others.

    Where Add or Sub are rescaled by a large factor, a sentence or two can decide Pearson's
    correlation. Beside it stand those of `ROBUST`: without the groups whose attribution, single or
    grouped, is among the largest 5 % of all; of attributions divided by Σ|φ| of their sentence; and
    without the sentences whose signs the rescaling flipped.

    `attributions` are of one metric and by `method`.

    Returns:
        One row for each of `MEASURES` and `ROBUST`: dataset, metric, method, measure, value, low,
        high, sentences (evaluated), sources (of these sentences), note, edits (compared groups),
        trivial_sentences, flipped_share (share of the evaluated sentences with signs flipped by the
        rescaling of section 4.2), missing (sentences with an undefined value), signature,
        replicates (the measure in each resample, for `differences`).

    Raises:
        InputError: a table lacks a coalition of groups.
    """
    evaluation = evaluation.of(attributions, **games.names)
    compared = games.compared(attributions, method)
    # The lines of all methods and metrics, so that all are resampled alike.
    measures = _measures(
        evaluation, compared.groups, among=attributions["line"].to_numpy()
    )
    evaluated = compared.evaluated
    about: Row = {"edits": len(compared.groups), "trivial_sentences": compared.trivial}
    about["flipped_share"] = compared.flipped / evaluated if evaluated else np.nan
    about["missing"] = compared.missing
    counts = {"sentences": evaluated}
    rows = []
    for name, measured in measures.items():
        names = {"method": method.name, "measure": name}
        replicates = measured.replicates
        row = evaluation.row(names, measured, counts, **about, replicates=replicates)
        rows.append(row)
    return pd.DataFrame(rows)


def _measures(
    evaluation: Evaluation, groups: Sequence[tuple], among: np.ndarray
) -> dict[str, Resampled]:
    """`MEASURES` and `ROBUST` of the groups of `_Compared`."""
    numbers = np.array(groups, dtype=float).reshape(-1, 7).T
    lines, sizes, flips, single, grouped, *both_signs = numbers
    agrees = np.equal(*both_signs).astype(float)
    measures = {
        "sign_agreement": evaluation.mean(agrees, lines, among=among),
        **evaluation.correlations(single, grouped, lines, among=among),
    }
    every = np.ones_like(sizes, dtype=bool)
    one = np.ones_like(sizes)
    robust = (
        ("pearson_trimmed", _not_largest(single) & _not_largest(grouped), one),
        ("pearson_normalised", every, sizes),
        ("pearson_unflipped", flips == 0, one),
    )
    for name, chosen, unit in robust:
        x = single[chosen] / unit[chosen]
        y = grouped[chosen] / unit[chosen]
        correlations = evaluation.correlations(
            x, y, lines[chosen], among=among, which=["pearson"]
        )
        measures[name] = correlations["pearson"]
    return measures


def _not_largest(values: np.ndarray) -> np.ndarray:
    """Mask of the values without the largest ones by size."""
    if not len(values):
        return np.ones(0, dtype=bool)
    return np.abs(values) <= np.quantile(np.abs(values), 1 - _TRIMMED)


def is_trivial(players: Players) -> bool:
    """Whether a grouping tests nothing: it has no group to compare, or one of all edits."""
    return len(players) == 1 or not any(is_compared for _, is_compared in players)


def signed_groups(edits: SentenceAttributions) -> Players:
    """Positive edits, negative ones, and those without effect.

    Edits without effect are merged with neither, so that all players together are still the
    hypothesis. As in the authors' code, positive and negative groups of at least two edits are
    compared; a single edit is not a group.
    """
    groups = []
    for sign in (1, -1, 0):
        members = np.flatnonzero(edits.signs == sign)
        if len(members):
            groups.append((members, sign != 0 and len(members) >= 2))
    return groups


def chunks(edits: SentenceAttributions) -> Players:
    """Edits with at most `MERGE_DISTANCE` tokens between them as one, compared if several."""
    groups: list[list[int]] = []
    end = 0
    for number, (start, after) in enumerate(edits.spans):
        if groups and start <= end + MERGE_DISTANCE:
            groups[-1].append(number)
        else:
            groups.append([number])
        end = max(end, after)
    return [(np.array(members), len(members) >= 2) for members in groups]


@dataclass
class _Compared:
    """Groups of edits of some sentences, and numbers of sentences.

    Attributes:
        groups: line, Σ|φ| and whether signs were flipped of each group's sentence, and the group.
        evaluated: sentences with groups.
        flipped: evaluated sentences with signs flipped by the rescaling.
        trivial: sentences whose groups test nothing.
        missing: sentences with an undefined value.
    """

    groups: list[tuple] = field(default_factory=list)
    evaluated: int = 0
    flipped: int = 0
    trivial: int = 0
    missing: int = 0


@dataclass(frozen=True)
class Games:
    """Sentences whose edits are grouped.

    Attributes:
        tables: the value table of each sentence with edits between the limits, by system and line.
        fewest_edits: fewest edits of a sentence.
        most_edits: most edits of one.
        only: system and line of the sentences that are judged; None for all.
        players: groups the edits of a sentence.
    """

    tables: Mapping[tuple[str, int], ValueTable]
    fewest_edits: int
    most_edits: int
    only: Collection[tuple[str, int]] | None = None
    players: Callable[[SentenceAttributions], Players] = signed_groups

    @property
    def names(self) -> dict[str, str]:
        """The parts of a signature that say which sentences and groups these are."""
        names = {"edits": f"{self.fewest_edits}-{self.most_edits}"}
        if self.only is not None:
            names["sentences"] = "of all methods"
        if self.players is not signed_groups:
            names["groups"] = self.players.__name__
        return names

    def sentences(
        self, attributions: pd.DataFrame
    ) -> Iterator[tuple[tuple[str, int], SentenceAttributions]]:
        """The system and line of each sentence, and the attributions of its edits."""
        in_range = attributions["n_edits"].between(self.fewest_edits, self.most_edits)
        for sentence, edits in by_sentence(attributions[in_range]):
            if self.only is None or sentence in self.only:
                yield sentence, edits

    def shared(
        self, attributions_by_method: Iterable[pd.DataFrame]
    ) -> frozenset[tuple[str, int]]:
        """System and line of the sentences that are trivial under no method."""
        judged = []
        for attributions in attributions_by_method:
            sentences = set()
            for sentence, edits in self.sentences(attributions):
                is_defined = not np.isnan(edits.phi).any()
                if is_defined and not is_trivial(self.players(edits)):
                    sentences.add(sentence)
            judged.append(frozenset(sentences))
        return frozenset.intersection(*judged)

    def compared(self, attributions: pd.DataFrame, method: Method) -> _Compared:
        """The groups of the sentences.

        Raises:
            InputError: a table lacks a coalition of groups.
        """
        found = _Compared()
        for (system, line), edits in self.sentences(attributions):
            if np.isnan(edits.phi).any():
                found.missing += 1
                continue
            players = self.players(edits)
            if is_trivial(players):
                found.trivial += 1
                continue
            table = self.tables[system, line]
            try:
                groups = attributed_groups(edits, players, table, method)
            except KeyError as error:
                raise InputError(
                    f"{system}, line {line}: {error.args[0]}; consistency needs every coalition of "
                    f"up to {self.most_edits} edits: raise coalitions.exact_up_to or lower its "
                    "most_edits"
                ) from error
            if any(np.isnan(one.grouped) for one in groups):
                found.missing += 1
                continue
            is_flipped = edits.scale < 0
            found.evaluated += 1
            found.flipped += is_flipped
            size = np.abs(edits.phi).sum()
            found.groups += [(line, size, is_flipped, *one) for one in groups]
        return found


def by_sentence(
    attributions: pd.DataFrame,
) -> Iterator[tuple[tuple[str, int], SentenceAttributions]]:
    """The system and line of each sentence, and the attributions of its edits."""
    phi = attributions["phi"].to_numpy()
    sign = signs_of(attributions)
    spans = attributions[["start", "end"]].to_numpy()
    starts = first_edits(attributions)
    firsts = attributions[["system", "line", "scale", "seed"]].iloc[starts]
    names = firsts.itertuples(index=False, name=None)
    bounds = pairwise([*starts, len(attributions)])
    for (system, line, scale, seed), ends in zip(names, bounds, strict=True):
        rows = slice(*ends)
        edits = SentenceAttributions(phi[rows], sign[rows], scale, seed, spans[rows])
        yield (system, line), edits


def attributed_groups(
    edits: SentenceAttributions, players: Players, table: ValueTable, method: Method
) -> list[Group]:
    """Attribute groups of a sentence's edits as one player each; those to compare are returned.

    Raises:
        KeyError: the table lacks a union of the groups.
    """
    merged = merge_players(table, [members for members, _ in players])
    result = method.attribute(merged, edits.seed)
    size = score_size(merged.baseline, merged.score)
    sums = np.array([edits.phi[members].sum() for members, _ in players])
    signs_of_sums = signs(sums, size, edits.scale)
    signs_of_groups = signs(result.phi, size, result.scale)
    columns = np.column_stack([sums, result.phi, signs_of_sums, signs_of_groups])
    is_compared = [compared for _, compared in players]
    return [Group(*row) for row in columns[is_compared].tolist()]


def merge_players(table: ValueTable, groups: Sequence[np.ndarray]) -> ValueTable:
    """The game whose players are groups of the players of `table`, by their numbers.

    Raises:
        KeyError: the table lacks a union of the groups.
    """
    masks = lattice_masks(len(groups))
    unions = np.zeros_like(masks)
    for player, members in enumerate(groups):
        union = np.bitwise_or.reduce(np.uint64(1) << members.astype(np.uint64))
        unions[masks >> np.uint64(player) & np.uint64(1) == 1] |= union
    return ValueTable(len(groups), masks, table.at(unions))
