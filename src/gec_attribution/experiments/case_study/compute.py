"""Table 1: one correction in chunks, with the attribution of each."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method
from gec_attribution.attribution.dataset import attribute_dataset, records_of
from gec_attribution.attribution.edit_tables import first_edits
from gec_attribution.attribution.records import Chunk, Record
from gec_attribution.attribution.signatures import record_signature
from gec_attribution.errors import InputError
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.games.coalitions import MAX_PLAYERS
from gec_attribution.games.values import SentenceValues
from gec_attribution.languages import Language
from gec_attribution.storage.parquet_files import read_attrs

# Columns of `attribute_parts` about a component.
PART = ["of", "component", "weight"]
# Columns about the sentence, the same in every row.
_SENTENCE = ["dataset", "system", "line", "metric", "method"]


def compute(inputs: Inputs) -> pd.DataFrame:
    """`case_study` of one metric, or of its components.

    Raises:
        InputError: there is no such sentence, or the system did not edit it.
    """
    settings, system, (metric,) = inputs.settings, inputs.options["system"], inputs.metrics
    method = inputs.methods()[0]
    scored_by: Any = read_attrs(inputs.scores(metric)).get("signature", {})
    signatures = {
        column: record_signature(
            metric=metric,
            scored_by=scored_by if column == "score" else {**scored_by, "component": column},
            method=method,
            language=settings["language"],
            edits=inputs.signatures_of_edits()[system],
            seed=inputs.seed,
        )
        for column in settings["columns"]
    }
    attributions = attribute_parts(
        inputs.evaluation(metric),
        method,
        {column: _sentence(inputs, column) for column in settings["columns"]},
        system=system,
        language=inputs.language,
        signatures=signatures,
        weights=settings["weights"],
    )
    return case_study(attributions, inputs.sources(), inputs.language)


def _sentence(inputs: Inputs, column: str) -> SentenceValues:
    """The sentence shown, with the values that a column of the scores gives its coalitions."""
    system, line, (metric,) = inputs.options["system"], inputs.options["line"], inputs.metrics
    for sentence in inputs.values(metric, [system], column)[system]:
        if sentence.line == line and sentence.edits:
            return sentence
    last = len(inputs.sources())
    if line > last:
        raise InputError(f"case_study.line: found {line}; the corpus has lines 1 to {last}")
    raise InputError(
        f"case_study: {system} made no edit in line {line}, or more than {MAX_PLAYERS}; choose "
        "another one"
    )


def attribute_parts(
    evaluation: Evaluation,
    method: Method,
    sentences: Mapping[str, SentenceValues],
    *,
    system: str,
    language: Language,
    signatures: Mapping[str, str],
    weights: Mapping[str, float] | None = None,
) -> pd.DataFrame:
    """Attributions of one sentence under a metric and under components of it.

    For each column of the scores (`score`, or a component), `sentences` has the sentence with the
    values that the column gives its coalitions. `weights` are those with which the metric sums
    components, if it does.

    Returns:
        One row per column and edit, as `attribute_dataset` makes them, and `of`, `component` and
        `weight`. For a component, `metric` is as in `some.fluency`, and the others are the metric,
        the component, and its weight, NaN where not all that the metric sums are there. For the
        score itself they are empty and NaN.
    """
    metric = evaluation.metric
    complete = weights is not None and weights.keys() <= sentences.keys()
    parts = []
    for column, sentence in sentences.items():
        of, component = (metric, column) if column != "score" else ("", "")
        attributed = attribute_dataset(
            evaluation.dataset,
            f"{metric}.{column}" if component else metric,
            method,
            {system: [sentence]},
            language=language,
            seed=evaluation.seed,
            signature=signatures[column],
        )
        weight = weights.get(column, np.nan) if weights and complete else np.nan
        parts.append(attributed.assign(of=of, component=component, weight=weight))
    return pd.concat(parts, ignore_index=True)


def case_study(
    attributions: pd.DataFrame, sources: Sequence[str], language: Language
) -> pd.DataFrame:
    """A sentence cut at its edits (section 5.1), under each metric and component.

    Returns:
        One row per metric and chunk, in the order of the sentence: dataset, system, line, metric,
        method, chunk (from 0), source, correction, type (empty where nothing was edited), phi,
        phi_normalised (NaN where nothing was edited), baseline, score, signature; and what
        `attribute_parts` says about components.
    """
    records = records_of(attributions, sources, language)
    parts = attributions.iloc[first_edits(attributions)][PART].to_dict("records")
    rows = [
        {
            **{name: getattr(record, name) for name in _SENTENCE},
            "chunk": number,
            "source": chunk.source,
            "correction": chunk.correction,
            **_attribution(record, chunk),
            "baseline": record.baseline,
            "score": record.score,
            **part,
            "signature": record.signature,
        }
        for record, part in zip(records, parts, strict=True)
        for number, chunk in enumerate(record.chunks())
    ]
    return pd.DataFrame(rows)


def _attribution(record: Record, chunk: Chunk) -> dict[str, str | float]:
    if chunk.edit is None:
        return {"type": "", "phi": np.nan, "phi_normalised": np.nan}
    edit = record.edits[chunk.edit]
    return {"type": edit.type, "phi": edit.phi, "phi_normalised": edit.phi_normalised}
