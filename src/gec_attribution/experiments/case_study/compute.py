"""Table 1: one correction in chunks, with the attribution of each."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.attribution.dataset import explained_dataset
from gec_attribution.attribution.explained import ScoredBy
from gec_attribution.attribution.records import Record
from gec_attribution.attribution.signatures import record_signature
from gec_attribution.errors import InputError
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.games.coalitions import MAX_PLAYERS
from gec_attribution.games.values import SentenceValues
from gec_attribution.storage.parquet_files import read_attrs

# Columns about the sentence, the same in every row.
_SENTENCE = ["dataset", "system", "line", "metric", "method"]
_ATTRIBUTION = ["type", "phi", "phi_normalised"]


class Part(NamedTuple):
    """The record of a sentence under a metric, or under a component of it.

    Attributes:
        record: the record.
        of: the metric of a component; empty for the metric itself.
        component: name of the component; empty for the metric itself.
        weight: weight of the component; NaN where not all components of the metric are shown.
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
        name = metric
        by_column = scored_by
        about: tuple[Any, ...] = ()
        if column != "score":
            name = f"{metric}.{column}"
            by_column = {**scored_by, "component": column}
            weight = weights.get(column, np.nan) if has_all_parts else np.nan
            about = (metric, column, weight)
        signature = record_signature(
            metric=metric,
            scored_by=by_column,
            method=method,
            language=inputs.settings["language"],
            edits=edits,
            seed=inputs.seed,
        )
        (record,) = explained_dataset(
            inputs.dataset,
            {system: [_sentence(inputs, column)]},
            [method],
            ScoredBy.signed(name, signature),
            language=inputs.language,
            seed=inputs.seed,
        )
        parts.append(Part(record, *about))
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
    for record, of, component, weight in parts:
        about = {name: getattr(record, name) for name in _SENTENCE}
        ends = {"baseline": record.baseline, "score": record.score}
        part = {"of": of, "component": component, "weight": weight}
        for number, chunk in enumerate(record.chunks()):
            row = {
                **about,
                "chunk": number,
                "source": chunk.source,
                "correction": chunk.correction,
                "type": "",
                "phi": np.nan,
                "phi_normalised": np.nan,
            }
            if chunk.edit is not None:
                edit = record.edits[chunk.edit]
                row |= {name: getattr(edit, name) for name in _ATTRIBUTION}
            rows.append({**row, **ends, **part, "signature": record.signature})
    return pd.DataFrame(rows)
