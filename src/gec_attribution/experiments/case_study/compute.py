"""Table 1: one correction in chunks, with the attribution of each."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.attribution.dataset import explained_dataset
from gec_attribution.attribution.explained import ScoredBy
from gec_attribution.attribution.records import Chunk, Record
from gec_attribution.attribution.signatures import record_signature
from gec_attribution.errors import InputError
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.games.coalitions import MAX_PLAYERS
from gec_attribution.games.values import SentenceValues
from gec_attribution.storage.parquet_files import read_attrs

# Columns about the sentence, the same in every row.
_SENTENCE = ["dataset", "system", "line", "metric", "method"]


class Part(NamedTuple):
    """The record of a sentence under a metric, or under a component of it.

    Attributes:
        record: the record.
        of: of a component its metric; empty for the metric itself.
        component: the component; empty likewise.
        weight: its weight; NaN where not all that the metric sums are there.
    """

    record: Record
    of: str = ""
    component: str = ""
    weight: float = np.nan


def compute(inputs: Inputs) -> pd.DataFrame:
    """`case_study` of one metric, or of its components.

    Raises:
        InputError: there is no such sentence, or the system did not edit it.
    """
    system = inputs.options["system"]
    (metric,) = inputs.metrics
    method = inputs.methods()[0]
    scored_by: Any = read_attrs(inputs.scores(metric)).get("signature", {})
    edits = inputs.signatures_of_edits()[system]
    columns = inputs.settings["columns"]
    weights = inputs.settings["weights"] or {}
    has_all_parts = weights.keys() <= set(columns)
    parts = []
    for column in columns:
        is_whole = column == "score"
        signature = record_signature(
            metric=metric,
            scored_by=scored_by if is_whole else {**scored_by, "component": column},
            method=method,
            language=inputs.settings["language"],
            edits=edits,
            seed=inputs.seed,
        )
        (record,) = explained_dataset(
            inputs.dataset,
            {system: [_sentence(inputs, column)]},
            [method],
            ScoredBy.signed(metric if is_whole else f"{metric}.{column}", signature),
            language=inputs.language,
            seed=inputs.seed,
        )
        part = Part(record)
        if not is_whole:
            weight = weights.get(column, np.nan) if has_all_parts else np.nan
            part = Part(record, metric, column, weight)
        parts.append(part)
    return case_study(parts)


def _sentence(inputs: Inputs, column: str) -> SentenceValues:
    """The sentence shown, with the values that a column of the scores gives its coalitions."""
    system = inputs.options["system"]
    line = inputs.options["line"]
    (metric,) = inputs.metrics
    for sentence in inputs.values(metric, [system], column)[system]:
        if sentence.line == line and sentence.edits:
            return sentence
    last = len(inputs.sources())
    if line > last:
        raise InputError(
            f"case_study.line: found {line}; the corpus has lines 1 to {last}"
        )
    raise InputError(
        f"case_study: {system} made no edit in line {line}, or more than {MAX_PLAYERS}; choose "
        "another one"
    )


def case_study(parts: Sequence[Part]) -> pd.DataFrame:
    """A sentence cut at its edits (section 5.1), under each metric and component.

    Returns:
        One row per metric and chunk, in the order of the sentence: dataset, system, line, metric,
        method, chunk (from 0), source, correction, type (empty where nothing was edited), phi,
        phi_normalised (NaN where nothing was edited), baseline, score, of, component and weight
        (see `Part`), signature.
    """
    rows = []
    for part in parts:
        record = part.record
        for number, chunk in enumerate(record.chunks()):
            row = {name: getattr(record, name) for name in _SENTENCE}
            row |= {
                "chunk": number,
                "source": chunk.source,
                "correction": chunk.correction,
            }
            row |= _attribution(record, chunk)
            row |= {"baseline": record.baseline, "score": record.score}
            row |= {"of": part.of, "component": part.component, "weight": part.weight}
            rows.append({**row, "signature": record.signature})
    return pd.DataFrame(rows)


def _attribution(record: Record, chunk: Chunk) -> dict[str, str | float]:
    if chunk.edit is None:
        return {"type": "", "phi": np.nan, "phi_normalised": np.nan}
    edit = record.edits[chunk.edit]
    return {"type": edit.type, "phi": edit.phi, "phi_normalised": edit.phi_normalised}
