"""Table 1: one correction in chunks, with the attribution of each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method, load_method
from gec_attribution.attribution.dataset import attribute_dataset, records_of
from gec_attribution.attribution.edit_tables import the_one
from gec_attribution.attribution.records import Chunk, Record
from gec_attribution.attribution.signatures import record_signature
from gec_attribution.errors import InputError
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.games.values import SentenceValues
from gec_attribution.languages import Language
from gec_attribution.storage.parquet_files import read_attrs

# Columns of `attribute_parts` about a component, and their values for a whole metric.
PART = {"of": "", "component": "", "weight": np.nan}
# What every row says about its sentence.
_SENTENCE = ["dataset", "system", "line", "metric", "method"]


def compute(inputs: Inputs) -> pd.DataFrame:
    """`case_study` of one metric, or of its components."""
    case, settings, language = inputs.options, inputs.settings, inputs.language
    system, (metric,) = case["system"], inputs.metrics
    name, entry = next(iter(settings["methods"].items()))
    method = load_method(name, entry, **settings["coalitions"])
    scored_by: Any = read_attrs(inputs.scores(metric)).get("signature", {})
    sentences = {column: inputs.values(metric, [system], column) for column in settings["columns"]}
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
        sentences,
        line=case["line"],
        language=language,
        signatures=signatures,
        weights=settings["weights"],
    )
    sources = inputs.sources()
    tables = [
        case_study(rows, sources, system=system, line=case["line"], language=language)
        # Without an edit there are no rows, which `case_study` says.
        for rows in [group for _, group in attributions.groupby("metric", sort=False)]
        or [attributions]
    ]
    return pd.concat(tables)


def attribute_parts(
    evaluation: Evaluation,
    method: Method,
    sentences: Mapping[str, Mapping[str, Iterable[SentenceValues]]],
    *,
    line: int,
    language: Language,
    signatures: Mapping[str, str],
    weights: Mapping[str, float] | None = None,
) -> pd.DataFrame:
    """Attributions of one line under a metric and under components of it.

    Args:
        evaluation: of the data set by the metric.
        method: the attribution method.
        sentences: for each column of the scores (`score`, or a component) the sentences of the
            system shown, with the values that the column gives their coalitions.
        line: the line in the corpus; the first is 1.
        language: the language of the sentence.
        signatures: dependencies of the numbers in each column.
        weights: the weights with which the metric sums components, if it does.

    Returns:
        One row per column and edit, as `attribute_dataset` makes them, and `of`, `component` and
        `weight`. For a component, `metric` is as in `some.fluency`, and the others are the metric,
        the component, and its weight, NaN where not all that the metric sums are there. For the
        score itself they are empty and NaN.
    """
    metric = evaluation.metric
    complete = weights is not None and weights.keys() <= sentences.keys()
    parts = []
    for column, by_system in sentences.items():
        chosen = {
            system: (sentence for sentence in corrected if sentence.line == line)
            for system, corrected in by_system.items()
        }
        of, component = (metric, column) if column != "score" else ("", "")
        attributed = attribute_dataset(
            evaluation.dataset,
            f"{metric}.{column}" if component else metric,
            method,
            chosen,
            language=language,
            seed=evaluation.seed,
            signature=signatures[column],
        )
        weight = weights.get(column, np.nan) if weights and complete else np.nan
        part = {"of": of, "component": component, "weight": weight}
        parts.append(attributed.assign(**part))
    return pd.concat(parts, ignore_index=True)


def case_study(
    attributions: pd.DataFrame,
    sources: Sequence[str],
    *,
    system: str,
    line: int,
    language: Language,
) -> pd.DataFrame:
    """A sentence cut at its edits (section 5.1).

    Args:
        attributions: of one metric and one method on one dataset, with `system` among them.
        sources: the sources of the dataset.
        system: the system that corrected the sentence.
        line: its line in the corpus; the first is 1.
        language: the language of the sentence.

    Returns:
        One row per chunk, in the order of the sentence: dataset, system, line, metric, method,
        chunk (from 0), source, correction, type (empty where nothing was edited), phi,
        phi_normalised (NaN where nothing was edited), baseline, score, signature; and what
        `attribute_parts` says about components.

    Raises:
        InputError: there is no such sentence, or the system did not edit it.
    """
    if not 1 <= line <= len(sources):
        raise InputError(f"case_study.line: found {line}; the corpus has lines 1 to {len(sources)}")
    edits = attributions[(attributions["system"] == system) & (attributions["line"] == line)]
    if edits.empty:
        raise InputError(f"case_study: {system} made no edit in line {line}; choose another one")
    (record,) = records_of(edits, sources, language)
    part = {name: edits[name].iloc[0] if name in edits else none for name, none in PART.items()}
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
            "signature": the_one(attributions, "signature"),
        }
        for number, chunk in enumerate(record.chunks())
    ]
    return pd.DataFrame(rows)


def _attribution(record: Record, chunk: Chunk) -> dict[str, str | float]:
    if chunk.edit is None:
        return {"type": "", "phi": np.nan, "phi_normalised": np.nan}
    edit = asdict(record.edits[chunk.edit])
    return {name: edit[name] for name in ("type", "phi", "phi_normalised")}
