"""The interactions of a data set as one table, one row per pair of edits; see `dataset`."""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from gec_attribution.attribution.dataset import typed_table
from gec_attribution.attribution.interactions import interactions_of, pairs_of
from gec_attribution.edits.model import m2_text
from gec_attribution.games.game import Game
from gec_attribution.games.values import SentenceValues
from gec_attribution.languages import Language

# What an interactions table holds: one row per pair of edits of a sentence, i before j.
COLUMNS = {
    "dataset": str,
    "system": str,
    "metric": str,
    "line": np.int32,
    "edit_i": np.int32,
    "edit_j": np.int32,
    "original_i": str,
    "correction_i": str,
    "type_i": str,
    "original_j": str,
    "correction_j": str,
    "type_j": str,
    "distance": np.int32,
    "n_edits": np.int32,
    "shapley": np.float64,
    "taylor": np.float64,
    "phi_i": np.float64,
    "phi_j": np.float64,
    "left_out": np.float64,
    "baseline": np.float64,
    "score": np.float64,
    "evaluations": np.int64,
    "signature": str,
}


def pairs_of_dataset(
    dataset: str,
    metric: str,
    systems: Mapping[str, Iterable[SentenceValues]],
    *,
    exact_up_to: int,
    language: Language,
    signature: str = "",
) -> pd.DataFrame:
    """Interactions of every two edits of every system on a data set, from value tables.

    `signature`, the dependencies of these numbers, is written into every row.

    Returns:
        One row per pair with the columns `COLUMNS`, in the order of systems, lines and pairs.
        `shapley` and `taylor` are the indices of `interactions`, `phi_i` and `phi_j` the Shapley
        values of the two edits, `distance` the tokens of the source between them; `left_out`,
        `baseline`, `score` and `evaluations` are the sentence's. Numbers are NaN where a sentence
        has more edits than `exact_up_to`, or a value is undefined or missing. Columns with one
        value are categories.
    """
    constants = {"dataset": dataset, "metric": metric, "signature": signature}
    rows: list[tuple] = []  # in the order of `COLUMNS`
    for system, sentences in systems.items():
        for sentence in sentences:
            if len(sentence.edits) < 2:
                continue
            game = Game.of_correction(sentence.source, sentence.edits, language)
            values = sentence.table
            found = interactions_of(values, exact_up_to)
            whole = (found.left_out, values.baseline, values.score, found.evaluations)
            texts = []
            for edit in game.edits:
                original = m2_text(game.base[edit.start : edit.end])
                texts.append((original, edit.correction, edit.type))
            phi = found.phi.tolist()
            indices = np.column_stack([found.shapley, found.taylor]).tolist()
            for (i, j), index in zip(pairs_of(game.n).tolist(), indices, strict=True):
                place = (system, sentence.line, i, j, *texts[i], *texts[j])
                distance = game.edits[j].start - game.edits[i].end
                numbers = (distance, game.n, *index, phi[i], phi[j])
                rows.append((*place, *numbers, *whole))
    return typed_table(rows, COLUMNS, constants)
