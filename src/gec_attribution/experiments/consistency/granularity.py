"""Consistency of attributions across granularities of edits (section 4.3).

The paper concludes from groups of one sign that attributions are reliable across granularities,
such as ERRANT's edits and CLEME's merged chunks (Ye et al. 2023). Here the chunks are the players:
edits with few tokens between them, and all edits of a sentence. Their coalitions are coalitions of
edits, so all values are known.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method
from gec_attribution.attribution.edit_tables import count_sentences, first_edits
from gec_attribution.edits.chunks import changed_spans
from gec_attribution.edits.model import Edit
from gec_attribution.experiments.consistency.merging import Group, merge_players
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.games.values import SentenceValues
from gec_attribution.statistics.signs import score_size, signs

GRANULARITIES = ("0", "1", "2", "all")
"""The most tokens between edits that are one chunk; `all` edits of a sentence are one, too."""
_DIGITS = 12
MEASURES = ("sign_agreement", "pearson_normalised", "spearman")


def granularity(
    evaluation: Evaluation,
    attributions: pd.DataFrame,
    method: Method,
    sentences: Mapping[tuple[str, int], SentenceValues],
) -> pd.DataFrame:
    """Agreement of each chunk's attribution with the sum of the attributions of its edits.

    Chunks of a single edit are players, but are not compared.

    Args:
        evaluation: of the data set.
        attributions: of one metric and of `method` on one dataset, all systems.
        method: the method that made them.
        sentences: the edits and the complete value table of each (system, line) that takes part.

    Returns:
        One row for each of `GRANULARITIES` and `MEASURES`: dataset, metric, method, granularity,
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
        # Shares of 1 that differ in their last digit are equal, in ranks too.
        single, grouped = (
            (chunks[column] / chunks["size"]).to_numpy(float).round(_DIGITS)
            for column in ("single", "grouped")
        )
        agrees = chunks["agree"].to_numpy(float)
        correlations = evaluation.correlations(single, grouped, lines, among=among)
        measures = {
            "sign_agreement": evaluation.mean(agrees, lines, among=among),
            "pearson_normalised": correlations["pearson"],
            "spearman": correlations["spearman"],
        }
        one, other = pd.Series(single > 0).mean(), pd.Series(grouped > 0).mean()
        by_chance = one * other + (1 - one) * (1 - other)
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


def regrouped(
    phi: np.ndarray, scale: float, sentence: SentenceValues, name: str, *, method: Method, seed: int
) -> list[Group]:
    """The chunks of at least two edits, as sums of single players and as one player each.

    Args:
        phi: (n,) attributions of the sentence's edits, none of them NaN.
        scale: their factor; see `signs`.
        sentence: its edits and values.
        name: one of `GRANULARITIES`.
        method: the method that made the attributions.
        seed: the seed of the method's sampling.
    """
    players = chunks_of(sentence.edits, name)
    merged = merge_players(sentence.table, players)
    result = method.attribute(merged, seed)
    size = score_size(merged.baseline, merged.score)
    sums = np.array([phi[members].sum() for members in players])
    agree = signs(sums, size, scale) == signs(result.phi, size, result.scale)
    return [
        Group(float(total), float(grouped), bool(same))
        for members, total, grouped, same in zip(players, sums, result.phi, agree, strict=True)
        if len(members) >= 2
    ]


def _compared(
    attributions: pd.DataFrame, method: Method, sentences: Mapping[tuple[str, int], SentenceValues]
) -> pd.DataFrame:
    names = ["system", "line", "granularity", "size", "single", "grouped", "agree"]
    return pd.DataFrame(list(_rows(attributions, method, sentences)), columns=names)


def _rows(
    attributions: pd.DataFrame, method: Method, sentences: Mapping[tuple[str, int], SentenceValues]
) -> Iterator[tuple[object, ...]]:
    starts = first_edits(attributions)
    all_phi = attributions["phi"].to_numpy()
    columns = attributions[["system", "line", "n_edits", "seed", "scale"]].iloc[starts]
    for start, (system, line, n, seed, scale) in zip(
        starts, columns.itertuples(index=False, name=None), strict=True
    ):
        phi = all_phi[start : start + n]
        sentence = sentences.get((system, line))
        size = np.abs(phi).sum()
        if sentence is None or not size > 0:
            continue
        for name in GRANULARITIES:
            for group in regrouped(phi, scale, sentence, name, method=method, seed=seed):
                if not np.isnan(group.grouped):
                    yield (system, line, name, size, *group)
