"""The attributions of a data set as one table, with one row per edit, and as records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from gec_attribution.attribution.base import Method, normalise
from gec_attribution.attribution.edit_tables import first_edits
from gec_attribution.attribution.records import Record, attributed_edit
from gec_attribution.edits.model import Edit, apply_edits, m2_text
from gec_attribution.games.game import Game
from gec_attribution.games.values import SentenceValues
from gec_attribution.languages import Language

# What an attributions table holds: one row per edit. Lines count from 1, as in every table; edits
# and tokens, as in M2, from 0.
COLUMNS = {
    "dataset": str,
    "system": str,
    "metric": str,
    "method": str,
    "line": np.int32,
    "edit": np.int32,
    "start": np.int32,
    "end": np.int32,
    "original": str,
    "correction": str,
    "type": str,
    "n_edits": np.int32,
    "phi": np.float64,
    "phi_normalised": np.float64,
    "stderr": np.float64,
    "baseline": np.float64,
    "score": np.float64,
    "evaluations": np.int64,
    "seed": np.int64,
    "exact": bool,
    "scale": np.float64,
    "signature": str,
}


def attribute_dataset(
    dataset: str,
    metric: str,
    method: Method,
    systems: Mapping[str, Iterable[SentenceValues]],
    *,
    language: Language,
    seed: int = 0,
    signature: str = "",
) -> pd.DataFrame:
    """Attributions of every edit of every system on a dataset, from the sentences' value tables.

    The seed of a sentence is made from the study's and its text. `signature`, the dependencies of
    these numbers, is written into every row.

    Returns:
        One row per edit with the columns `COLUMNS`, in the order of systems, lines and edits. `phi`
        is NaN where a sentence was skipped or a value is missing. Columns with one value are
        categories.
    """
    constants = {
        "dataset": dataset,
        "metric": metric,
        "method": method.name,
        "signature": signature,
    }
    rows: list[tuple] = []  # in the order of `COLUMNS`
    for system, sentences in systems.items():
        for sentence in sentences:
            game = Game.of_correction(sentence.source, sentence.edits, language, seed)
            table = sentence.table
            estimate = method.attribute(table, game.seed)
            phi, stderr = estimate.phi, estimate.stderr
            by_edit = phi.tolist(), normalise(phi).tolist(), stderr.tolist()
            sampled = estimate.evaluations, game.seed, estimate.exact, estimate.scale
            whole = table.baseline, table.score, *sampled
            for k, (edit, *numbers) in enumerate(zip(game.edits, *by_edit, strict=True)):
                place = system, sentence.line, k, edit.start, edit.end
                texts = m2_text(game.base[edit.start : edit.end]), edit.correction, edit.type
                rows.append((*place, *texts, game.n, *numbers, *whole))
    return typed_table(rows, COLUMNS, constants)


def typed_table(
    rows: Sequence[tuple], columns: Mapping[str, type], constants: Mapping[str, str]
) -> pd.DataFrame:
    """A table of all `columns` and their types from rows of those that are not constant.

    The one value of a constant column is kept once and not in every row: a signature alone would
    take two thirds of a table's memory.
    """
    varying = [name for name in columns if name not in constants]
    table = pd.DataFrame(rows, columns=varying).assign(**constants)[list(columns)]
    categories = {
        name: pd.CategoricalDtype(pd.Index([value], dtype="str"))
        for name, value in constants.items()
    }
    return table.astype({**columns, **categories})


_OF_RECORD = ["dataset", "system", "metric", "method", "baseline", "score"]
_OF_RECORD += ["exact", "scale", "evaluations", "seed", "signature"]


def records_of(
    attributions: pd.DataFrame, sources: Sequence[str], language: Language
) -> Iterator[Record]:
    """The records of a data set's table of attributions, one for each sentence with edits.

    The rows have the columns `COLUMNS`, those of a sentence together.
    """
    starts = first_edits(attributions)
    by_sentence = attributions.iloc[starts].to_dict("records")
    names = ("start", "end", "correction", "type", "phi", "phi_normalised", "stderr")
    cells = list(zip(*(attributions[name].tolist() for name in names), strict=True))
    for start, sentence in zip(starts.tolist(), by_sentence, strict=True):
        rows = cells[start : start + sentence["n_edits"]]
        line = int(sentence["line"])
        tokens = language.tokenize(sources[line - 1])
        edits = [Edit(*row[:4]) for row in rows]
        yield Record(
            line=line,
            source=language.join(tokens),
            hypothesis=language.join(apply_edits(tokens, edits)),
            language=language.code,
            **{name: sentence[name] for name in _OF_RECORD},
            edits=tuple(
                attributed_edit(edit, tokens, language, *row[4:])
                for edit, row in zip(edits, rows, strict=True)
            ),
        )
