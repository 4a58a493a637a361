"""A data set explained: its records, and its attributions as a table with one row per edit."""

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.attribution.base import Method
from gec_attribution.attribution.explained import ScoredBy, explained
from gec_attribution.attribution.records import Record
from gec_attribution.edits.model import m2_text
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


def explained_dataset(
    dataset: str,
    systems: Mapping[str, Iterable[SentenceValues]],
    methods: Sequence[Method],
    metric: ScoredBy,
    *,
    language: Language,
    seed: int = 0,
) -> Iterator[Record]:
    """The records of every corrected sentence of a data set, line by line.

    Those of a line are in the order of systems, then of methods. The seed of a sentence is made
    from the study's and its text.
    """
    for system, sentence in line_by_line(systems):
        game = Game.of_correction(sentence.source, sentence.edits, language, seed)
        tables = {metric.column: sentence.table, **sentence.parts}
        for record in explained(game, tables, methods, metric):
            yield replace(record, dataset=dataset, system=system, line=sentence.line)


def line_by_line(
    systems: Mapping[str, Iterable[SentenceValues]],
) -> Iterator[tuple[str, SentenceValues]]:
    """The sentences of all systems with the system, by line, then in the order of systems."""

    def of_system(system: str) -> Iterator[tuple[str, SentenceValues]]:
        return ((system, sentence) for sentence in systems[system])

    return heapq.merge(*map(of_system, systems), key=lambda each: each[1].line)


def attribute_dataset(
    dataset: str,
    systems: Mapping[str, Iterable[SentenceValues]],
    method: Method,
    metric: ScoredBy,
    *,
    language: Language,
    seed: int = 0,
) -> pd.DataFrame:
    """The table of attributions by one method, from the sentences' value tables."""
    records = explained_dataset(
        dataset, systems, [method], metric, language=language, seed=seed
    )
    signature = metric.signature(method, True)
    table = AttributionTable(dataset, metric.name, method.name, signature, systems)
    for record in records:
        table.add(record)
    return table.frame()


def typed_table(
    rows: Sequence[tuple], columns: Mapping[str, type], constants: Mapping[str, str]
) -> pd.DataFrame:
    """A table of all `columns` and their types from rows of those that are not constant.

    The one value of a constant column is kept once and not in every row: a signature alone would
    take two thirds of a table's memory.
    """
    varying = [name for name in columns if name not in constants]
    table = pd.DataFrame(rows, columns=varying).assign(**constants)[list(columns)]
    types: dict[str, Any] = dict(columns)
    for name, value in constants.items():
        types[name] = pd.CategoricalDtype(pd.Index([value], dtype="str"))
    return table.astype(types)


class AttributionTable:
    """The attributions of a data set by one metric and method as a table, made from its records.

    Args:
        dataset: the data set.
        metric: the metric.
        method: the method.
        signature: the dependencies of the numbers, the same in every row.
        systems: the systems, in whose order the rows are.
    """

    def __init__(
        self,
        dataset: str,
        metric: str,
        method: str,
        signature: str,
        systems: Iterable[str],
    ) -> None:
        self.signature = signature
        self._constants = {
            "dataset": dataset,
            "metric": metric,
            "method": method,
            "signature": signature,
        }
        self._rows: dict[str | None, list[tuple]] = {system: [] for system in systems}

    def add(self, record: Record) -> None:
        """Add a row for each edit of a record; texts are as in M2."""
        rows = self._rows[record.system]
        scores = (record.baseline, record.score)
        sampled = (record.evaluations, record.seed, record.exact, record.scale)
        tokens_of_edits = zip(record.edits, record.tokens_of_edits(), strict=True)
        for number, (edit, tokens) in enumerate(tokens_of_edits):
            place = (record.system, record.line, number, edit.start, edit.end)
            texts = (*map(m2_text, tokens), edit.type, len(record.edits))
            numbers = (edit.phi, edit.phi_normalised, edit.stderr)
            # In the order of `COLUMNS`.
            rows.append((*place, *texts, *numbers, *scores, *sampled))

    def frame(self) -> pd.DataFrame:
        """One row per edit with the columns `COLUMNS`, in the order of systems, lines and edits.

        `phi` is NaN where a sentence was skipped or a value is missing. Columns with one value are
        categories.
        """
        rows = list(chain(*self._rows.values()))
        return typed_table(rows, COLUMNS, self._constants)
