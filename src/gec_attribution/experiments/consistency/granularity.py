"""Consistency of attributions across granularities of edits (section 4.3).

The paper concludes from groups of one sign that attributions are reliable across granularities,
such as ERRANT's edits and CLEME's merged chunks (Ye et al. 2023). Here the chunks are the players:
edits with few tokens between them, and all edits of a sentence. Their coalitions are coalitions of
edits, so all values are known.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method
from gec_attribution.attribution.edit_tables import count_sentences
from gec_attribution.edits.chunks import changed_spans
from gec_attribution.edits.model import Edit
from gec_attribution.experiments.consistency.merging import Group, by_sentence, regroup
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.games.values import SentenceValues

GRANULARITIES = ("0", "1", "2", "all")
"""The most tokens between edits that are one chunk; `all` edits of a sentence are one, too."""
MEASURES = ("sign_agreement", "pearson_normalised", "spearman")


def granularity(
    evaluation: Evaluation,
    attributions: pd.DataFrame,
    method: Method,
    sentences: Mapping[tuple[str, int], SentenceValues],
) -> pd.DataFrame:
    """Agreement of each chunk's attribution with the sum of the attributions of its edits.

    `attributions` are by `method`; the `sentences` of a (system, line) that take part have complete
    value tables. Chunks of a single edit are players, but are not compared.

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
