"""The interactions of a data set as one table, one row per pair of edits; see `dataset`."""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from gec_attribution.attribution.dataset import constant_types
from gec_attribution.attribution.interactions import interactions_of, pairs_of
from gec_attribution.edits.model import Edit, m2_text
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
SENTENCE_COLUMNS = ("system", "line", "n_edits", "left_out", "baseline", "score", "evaluations")
PAIR_COLUMNS = ("edit_i", "edit_j", "distance", "shapley", "taylor", "phi_i", "phi_j")
EDIT_COLUMNS = ("original", "correction", "type")


def pairs_of_dataset(
    dataset: str,
    metric: str,
    systems: Mapping[str, Iterable[SentenceValues]],
    *,
    max_edits: int,
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
        has more edits than `max_edits`, or a value is undefined or missing. Columns with one value
        are categories.
    """
    constants = {"dataset": dataset, "metric": metric, "signature": signature}
    columns: dict[str, list] = {name: [] for name in COLUMNS if name not in constants}
    for system, sentences in systems.items():
        for sentence in sentences:
            if len(sentence.edits) > 1:
                for name, cells in _pairs(system, sentence, max_edits, language).items():
                    columns[name] += cells
    table = pd.DataFrame(columns).assign(**constants)[list(COLUMNS)]
    return table.astype({**COLUMNS, **constant_types(constants)})


def _pairs(
    system: str, sentence: SentenceValues, max_edits: int, language: Language
) -> dict[str, list]:
    """The cells of the pairs of one sentence."""
    game = Game.of_correction(sentence.source, sentence.edits, language)
    interactions = interactions_of(sentence.table, max_edits)
    pairs = pairs_of(game.n)
    earlier, later = pairs.T
    starts, ends = np.array([(edit.start, edit.end) for edit in game.edits]).T
    phi = interactions.phi
    sentence_cells = (
        system,
        sentence.line,
        game.n,
        interactions.left_out,
        sentence.table.baseline,
        sentence.table.score,
        interactions.evaluations,
    )
    pair_cells = (
        earlier,
        later,
        starts[later] - ends[earlier],
        interactions.shapley,
        interactions.taylor,
        phi[earlier],
        phi[later],
    )
    texts = [_texts(game, edit) for edit in game.edits]
    return {
        **{
            name: [cell] * len(pairs)
            for name, cell in zip(SENTENCE_COLUMNS, sentence_cells, strict=True)
        },
        **{name: cells.tolist() for name, cells in zip(PAIR_COLUMNS, pair_cells, strict=True)},
        **{
            f"{name}_{member}": [texts[edit][column] for edit in edits]
            for member, edits in (("i", earlier.tolist()), ("j", later.tolist()))
            for column, name in enumerate(EDIT_COLUMNS)
        },
    }


def _texts(game: Game, edit: Edit) -> tuple[str, str, str]:
    return m2_text(game.base[edit.start : edit.end]), edit.correction, edit.type
