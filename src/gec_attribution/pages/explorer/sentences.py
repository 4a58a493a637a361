"""Sentences as the explorer reads them, made from records; see `form` for their JSON.

The explorer of a study and the playground make them alike.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from itertools import groupby
from operator import itemgetter
from typing import cast

import numpy as np

from gec_attribution.attribution.records import Record, attributed_edit
from gec_attribution.edits.error_types import OPERATIONS, describe_type
from gec_attribution.edits.model import Explanation, apply_edits
from gec_attribution.games.values import Sentence, ValueTable
from gec_attribution.languages import Language
from gec_attribution.pages.explorer.form import (
    DatasetInIndex,
    EditExplanation,
    Index,
    Labels,
    ListedEdit,
    ListedSentence,
    Number,
    Numbers,
    Pieces,
    TypeInWords,
    Values,
)
from gec_attribution.statistics.signs import score_size, signs

# Decimal digits of numbers that are drawn, sorted or shown with fewer; records have them all.
_DIGITS = 7


def unexplained(
    sentence: Sentence, language: Language, metric: str = "", method: str = ""
) -> Record:
    """The record of a correction that nothing was attributed to, with undefined numbers."""
    source, edits = sentence
    tokens = language.tokenize(source)
    unknown = [np.nan] * 3
    undefined = [attributed_edit(edit, tokens, language, *unknown) for edit in edits]
    return Record(
        source=language.join(tokens),
        hypothesis=language.join(apply_edits(tokens, edits)),
        language=language.code,
        metric=metric,
        method=method,
        baseline=np.nan,
        score=np.nan,
        exact=False,
        evaluations=1,
        seed=0,
        signature="",
        edits=tuple(undefined),
    )


def pieces_of(record: Record) -> Pieces:
    """The sentence of a record, cut at its edits."""
    return [
        chunk.source if chunk.edit is None else [chunk.source, chunk.correction]
        for chunk in record.chunks()
    ]


def edits_of(
    record: Record, remarks: Sequence[Mapping[str, object]] = ()
) -> list[ListedEdit]:
    """The edits of a record; `remarks` has further keys of each."""
    edits = []
    for number, edit in enumerate(record.edits):
        more = remarks[number] if remarks else {}
        listed_edit = {"start": edit.start, "end": edit.end, "type": edit.type, **more}
        edits.append(cast("ListedEdit", listed_edit))
    return edits


def add_numbers(numbers: dict[str, Numbers], records: Iterable[Mapping]) -> None:
    """Add a correction to the numbers by metric, from the JSON of its records."""
    for metric, by_method in groupby(records, key=itemgetter("metric")):
        own = numbers.setdefault(metric, {"change": [], "phi": {}})
        for number, record in enumerate(by_method):
            baseline = _defined(record["baseline"])
            score = _defined(record["score"])
            if number == 0:
                # A sentence without edits has no attribution, and its score has not changed.
                change = _short(score - baseline) if record["edits"] else 0.0
                own["change"].append(change)
            phi = np.array([_defined(edit["phi"]) for edit in record["edits"]])
            sign = signs(phi, score_size(baseline, score), _defined(record["scale"]))
            # Noise is no contribution: it is written as zero.
            numbers_of_method = own["phi"].setdefault(record["method"], [])
            numbers_of_method += shorts(np.where(sign == 0, 0, phi))


def spaced_tokens(tokens: Sequence[str], text: str, language: Language) -> list[str]:
    """Tokens of a text, each with what stands before it."""
    end = 0
    spaced = []
    for _, stop in language.spans(tokens, text):
        spaced.append(text[end:stop])
        end = stop
    return spaced


def values_of(table: ValueTable) -> Values:
    """A value table as JSON."""
    values: Values = {"scores": shorts(table.values)}
    if not table.is_complete:
        # Texts, since a browser's numbers have only 53 bits.
        values["masks"] = list(map(str, table.masks.tolist()))
    return values


def explanation_of(explanation: Explanation) -> EditExplanation:
    """An explanation as JSON."""
    return cast("EditExplanation", asdict(explanation))


def index_of(
    datasets: Sequence[DatasetInIndex],
    types: Iterable[str],
    *,
    study: str,
    labels: Labels,
) -> Index:
    """The first line of the index.

    Args:
        datasets: the data sets.
        types: the error types of all their edits.
        study: the study's name.
        labels: labels of each `dataset`, `system`, `metric`, `method` and `explainer`.
    """
    # A metric may score the data sets of one language alone.
    metrics: dict[str, None] = {}
    methods: dict[str, None] = {}
    for dataset in datasets:
        metrics |= dict.fromkeys(dataset["signatures"])
        for by_method in dataset["signatures"].values():
            methods |= dict.fromkeys(by_method)
    places = {name: place for place, name in enumerate(labels["metric"])}
    described = [{**describe_type(name)._asdict(), "type": name} for name in types]
    return {
        "study": study,
        "version": version("gec-attribution"),
        "labels": labels,
        "metrics": sorted(metrics, key=lambda name: places.get(name, len(places))),
        "methods": list(methods),
        "operations": {letter: name for letter, (name, _) in OPERATIONS.items()},
        "types": cast("list[TypeInWords]", described),
        "datasets": datasets,
    }


def types_of(sentence: ListedSentence) -> list[str]:
    """The error types of all edits of a line."""
    texts = [*sentence["corrections"], *sentence["references"]]
    return [edit["type"] for edits in texts for edit in edits]


def shorts(values: np.ndarray) -> list[Number]:
    """Numbers with fewer digits; None where one is undefined."""
    return list(map(_short, values.tolist()))


def _short(value: float) -> Number:
    if np.isfinite(value):
        return float(f"{value:.{_DIGITS}g}")
    return None


def _defined(value: Number) -> float:
    if value is None:
        return np.nan
    return value
