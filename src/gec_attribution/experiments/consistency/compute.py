"""Figure 3: whether the attribution of a group is the sum of those of its edits (section 4.3).

The edits of a sentence are grouped by the sign of their attribution, the groups become the players
of a new game, and the method attributes again. Every coalition of groups is a coalition of edits,
so the values of the new game are in the same value table.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method
from gec_attribution.attribution.edit_tables import count_sentences
from gec_attribution.edits.chunks import changed_spans
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.experiments.consistency.merging import (
    Group,
    SentenceAttributions,
    by_sentence,
    regroup,
)
from gec_attribution.experiments.evaluation import Evaluation, Row
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.games.values import SentenceValues, ValueTable
from gec_attribution.statistics.differences import differences

MEASURES = ("sign_agreement", "pearson", "spearman")
ROBUST = ("pearson_trimmed", "pearson_normalised", "pearson_unflipped")
"""Pearson's correlation as a few sentences do not decide it; see `consistency`."""
GRANULARITIES = ("0", "1", "2", "all")
"""The most tokens between edits that are one chunk; `all` edits of a sentence are one, too."""
# The share of groups with the largest attributions that a trimmed correlation leaves out.
_TRIMMED = 0.05


def compute(inputs: Inputs) -> dict[str, pd.DataFrame]:
    """`consistency` and `granularity` of every method, and differences in the paper's measures."""
    frames = [_of_metric(inputs, *one) for one in inputs.attributions_by_metric()]
    table, by_chunk = (pd.concat(parts, ignore_index=True) for parts in zip(*frames, strict=True))
    return {
        "consistency": table,
        "granularity": by_chunk,
        "differences/consistency": differences(
            table[table["measure"].isin(MEASURES)], keys=["measure"]
        ),
    }


def _of_metric(
    inputs: Inputs, metric: str, attributions_by_method: Sequence[pd.DataFrame]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Rows of `consistency` and of `granularity` under one metric."""
    fewest, most = inputs.options["min_edits"], inputs.options["max_edits"]
    complete = {
        (system, sentence.line): sentence
        for system, sentences in inputs.values(metric).items()
        for sentence in sentences
        # Other sentences are not compared, and are most of a large data set.
        if fewest <= sentence.table.n <= most
    }
    tables = {key: sentence.table for key, sentence in complete.items()}
    evaluation, limits = inputs.evaluation(), {"min_edits": fewest, "max_edits": most}
    attributed = list(zip(attributions_by_method, inputs.methods(), strict=True))
    frames = [
        consistency(evaluation.for_tests(), rows, method, tables, **limits)
        for rows, method in attributed
    ]
    by_chunk = [granularity(evaluation, rows, method, complete) for rows, method in attributed]
    return pd.concat(frames, ignore_index=True), pd.concat(by_chunk, ignore_index=True)


def consistency(
    evaluation: Evaluation,
    attributions: pd.DataFrame,
    method: Method,
    tables: Mapping[tuple[str, int], ValueTable],
    *,
    min_edits: int = 3,
    max_edits: int = 10,
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

    `attributions` are of one metric and by `method`; `tables` has the value table of each (system,
    line) with edits between the limits.

    Returns:
        One row for each of `MEASURES` and `ROBUST`: dataset, metric, method, measure, value, low,
        high, sentences (evaluated), sources (of these sentences), note, edits (compared groups),
        trivial_sentences, flipped_share (share of the evaluated sentences with signs flipped by the
        rescaling of section 4.2), missing (sentences with an undefined value), signature,
        replicates (the measure in each resample, for `differences`).

    Raises:
        InputError: a table lacks a coalition of groups.
    """
    evaluation = evaluation.of(attributions, edits=f"{min_edits}-{max_edits}")
    in_range = attributions[attributions["n_edits"].between(min_edits, max_edits)]
    compared: list[tuple] = []
    evaluated, flipped, trivial, missing = 0, 0, 0, 0
    for (system, line), edits in by_sentence(in_range):
        if np.isnan(edits.phi).any():
            missing += 1
            continue
        if is_trivial(edits.signs):
            trivial += 1
            continue
        try:
            groups = groups_by_sign(edits, tables[system, line], method)
        except KeyError as error:
            raise InputError(
                f"{system}, line {line}: {error.args[0]}; consistency needs every coalition of "
                f"up to {max_edits} edits: raise coalitions.max_edits or lower its own max_edits"
            ) from error
        if any(np.isnan(group.grouped) for group in groups):
            missing += 1
            continue
        is_flipped = edits.scale < 0
        evaluated, flipped = evaluated + 1, flipped + is_flipped
        size = np.abs(edits.phi).sum()
        compared += [(line, size, is_flipped, *group) for group in groups]
    numbers = np.array(compared, dtype=float).reshape(-1, 7).T
    lines, sizes, flips, single, grouped, *both_signs = numbers
    # The lines of all methods and metrics, so that all are resampled alike.
    among = attributions["line"].to_numpy()
    measures = {
        "sign_agreement": evaluation.mean(np.equal(*both_signs) * 1.0, lines, among=among),
        **evaluation.correlations(single, grouped, lines, among=among),
    }
    for name, chosen, unit in (
        ("pearson_trimmed", _not_largest(single) & _not_largest(grouped), np.ones_like(sizes)),
        ("pearson_normalised", np.ones_like(sizes, dtype=bool), sizes),
        ("pearson_unflipped", flips == 0, np.ones_like(sizes)),
    ):
        x, y = ((values / unit)[chosen] for values in (single, grouped))
        measures[name] = evaluation.correlations(x, y, lines[chosen], among=among)["pearson"]
    about: Row = {
        "edits": len(single),
        "trivial_sentences": trivial,
        "flipped_share": flipped / evaluated if evaluated else np.nan,
        "missing": missing,
    }
    rows = [
        evaluation.row(
            {"method": method.name, "measure": name},
            measured,
            {"sentences": evaluated},
            **about,
            replicates=measured.replicates,
        )
        for name, measured in measures.items()
    ]
    return pd.DataFrame(rows)


def _not_largest(values: np.ndarray) -> np.ndarray:
    """Mask of the values without the largest ones by size."""
    if not len(values):
        return np.ones(0, dtype=bool)
    return np.abs(values) <= np.quantile(np.abs(values), 1 - _TRIMMED)


def is_trivial(signs: np.ndarray) -> bool:
    """True if grouping edits of these signs (−1, 0 or 1) tests nothing."""
    largest = max((signs > 0).sum(), (signs < 0).sum())
    return largest < 2 or largest == len(signs)


def groups_by_sign(edits: SentenceAttributions, table: ValueTable, method: Method) -> list[Group]:
    """Attribute the groups of a sentence's edits of one sign as one player each.

    Positive edits are one player, negative ones another. Edits without effect are a third, merged
    with neither, so that all players together are still the hypothesis. As in the authors' code,
    positive and negative groups of at least two edits are compared; a single edit is not a group.

    Raises:
        KeyError: the table lacks a union of the groups.
    """
    by_sign = {sign: np.flatnonzero(edits.signs == sign) for sign in (1, -1, 0)}
    players = {sign: members for sign, members in by_sign.items() if len(members)}
    groups = regroup(edits, table, list(players.values()), method)
    return [
        group
        for (sign, members), group in zip(players.items(), groups, strict=True)
        if sign and len(members) >= 2
    ]


def granularity(
    evaluation: Evaluation,
    attributions: pd.DataFrame,
    method: Method,
    sentences: Mapping[tuple[str, int], SentenceValues],
) -> pd.DataFrame:
    """Agreement of each chunk's attribution with the sum of the attributions of its edits.

    The paper concludes from groups of one sign that attributions are reliable across granularities,
    such as ERRANT's edits and CLEME's merged chunks (Ye et al. 2023). Here the chunks are the
    players: edits with few tokens between them, and all edits of a sentence.

    `attributions` are by `method`; the `sentences` of a (system, line) that take part have complete
    value tables. Chunks of a single edit are players, but are not compared.

    Returns:
        One row for each of `GRANULARITIES` and measure: dataset, metric, method, granularity,
        measure, value, low, high, chance (of sign agreement its value for independent
        signs, of correlations 0), chunks (compared), sentences, sources, note,
        signature. The correlation is of attributions divided by Σ|φ| of their sentence.
    """
    evaluation, among = evaluation.of(attributions), attributions["line"].to_numpy()
    compared = _compared(attributions, method, sentences)
    rows = []
    for name in GRANULARITIES:
        chunks = compared[compared["granularity"] == name]
        lines = chunks["line"].to_numpy(np.int64)
        single, grouped = (
            (chunks[column] / chunks["size"]).to_numpy(float) for column in ("single", "grouped")
        )
        signs = ("single_sign", "grouped_sign")
        agrees = (chunks[signs[0]] == chunks[signs[1]]).to_numpy(float)
        correlations = evaluation.correlations(single, grouped, lines, among=among)
        measures = {
            "sign_agreement": evaluation.mean(agrees, lines, among=among),
            "pearson_normalised": correlations["pearson"],
            "spearman": correlations["spearman"],
        }
        one, other = (chunks[sign].value_counts(normalize=True) for sign in signs)
        by_chance = one.mul(other, fill_value=0).sum(min_count=1)
        for measure, measured in measures.items():
            counts = {
                "chance": by_chance if measure == "sign_agreement" else 0.0,
                "chunks": len(chunks),
                "sentences": count_sentences(chunks),
            }
            names = {"method": method.name, "granularity": name, "measure": measure}
            rows.append(evaluation.row(names, measured, counts))
    return pd.DataFrame(rows)


def chunks_of(edits: Sequence[Edit], name: str) -> list[np.ndarray]:
    """The numbers of the edits of each chunk of one of `GRANULARITIES`."""
    if name == "all":
        return [np.arange(len(edits))]
    spans = changed_spans([edits], int(name))
    ends = np.array([end for _, end in spans])
    at = np.searchsorted(ends, [edit.end for edit in edits])
    return [np.flatnonzero(at == number) for number in range(len(spans))]


def _compared(
    attributions: pd.DataFrame, method: Method, sentences: Mapping[tuple[str, int], SentenceValues]
) -> pd.DataFrame:
    """The chunks of at least two edits with a defined attribution, in every granularity."""
    rows = []
    for key, edits in by_sentence(attributions):
        sentence, size = sentences.get(key), np.abs(edits.phi).sum()
        if sentence is None or not size > 0:
            continue
        # Several granularities cut most sentences alike, so each cut is attributed once.
        groups_of: dict[tuple[int, ...], list[Group]] = {}
        for name in GRANULARITIES:
            chunks = chunks_of(sentence.edits, name)
            sizes = tuple(map(len, chunks))
            if max(sizes) == 1:
                continue
            if sizes not in groups_of:
                groups_of[sizes] = regroup(edits, sentence.table, chunks, method)
            rows += [
                (*key, name, size, *group)
                for members, group in zip(sizes, groups_of[sizes], strict=True)
                if members >= 2 and not np.isnan(group.grouped)
            ]
    return pd.DataFrame(rows, columns=["system", "line", "granularity", "size", *Group._fields])
