"""Chunks of the explorer: everything about a few sentences, read when one is looked at.

A chunk has the sentences of some lines of one data set. Its lists follow the corrections and edits
of those lines, numbered as in `columns`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar, cast

import numpy as np
import pandas as pd

from gec_attribution.edits.model import Edit, Explanation
from gec_attribution.explanations.records import (
    ExplainedEdit,
    ExplainedSentence,
    read_explanations_of,
)
from gec_attribution.games.values import ValueTable, sentences_with_values
from gec_attribution.metrics.notes import gate_note
from gec_attribution.pages.explorer.columns import Attributions, Corrected, DatasetFiles, packed
from gec_attribution.pages.explorer.form import Attributed, Chunk, Said, SaidOfEdit, Scored

# IMPARA's columns about its gate: 1 if open, and the similarity.
_GATE = ("gate", "similarity")

Part = TypeVar("Part")


def chunks_of(dataset: Corrected, files: DatasetFiles) -> Iterator[Chunk]:
    """The chunks of a data set in order."""
    tables = {metric: _read_tables(dataset, files, metric) for metric in files.scores}
    signatures = {metric: _signature_of(dataset, metric) for metric in files.scores}
    notes = {
        metric: _gate_notes(dataset, files, metric, float(parts["metric.threshold"]))
        for metric, parts in signatures.items()
        if parts.get("metric.type") == "impara" and "metric.component" not in parts
    }
    pairs = {metric: _read_pairs(path, dataset) for metric, path in files.interactions.items()}
    explanations = _read_explanations(dataset, files)
    explained_references = _read_explained_references(dataset, files)
    # Lines are numbered from 1.
    end, size = len(dataset.sources) + 1, dataset.lines_per_chunk
    for start in range(1, end, size):
        lines = range(start, min(start + size, end))
        corrections = _corrections_of(dataset, lines)
        yield chunk_of(
            dataset,
            lines,
            tables=_part(tables, corrections),
            notes=_part(notes, corrections),
            pairs=_part(pairs, corrections),
            explanations=_parts(explanations, corrections),
            explained_references=_parts(
                explained_references, slice(lines.start - 1, lines.stop - 1)
            ),
        )


def chunk_of(
    dataset: Corrected,
    lines: range,
    *,
    tables: Mapping[str, Sequence[ValueTable | None]],
    notes: Mapping[str, Sequence[str | None]],
    pairs: Mapping[str, Sequence[Sequence[float | None]]],
    explanations: Mapping[str, Sequence[Sequence[Sequence[Said | None]]]],
    explained_references: Mapping[str, Sequence[Sequence[Sequence[SaidOfEdit]]]],
) -> Chunk:
    """A chunk: everything about the corrections of some lines, numbered from 1.

    Args:
        dataset: the data set.
        lines: the lines.
        tables: by metric, the scores of each correction; None where there are none. All metrics
            have the same coalitions.
        notes: see `Scored`, by metric; none of a metric that says nothing.
        pairs: see `Scored`, by metric; none of a metric without interactions.
        explanations: see `Chunk`.
        explained_references: see `Chunk`.
    """
    corrections = _corrections_of(dataset, lines)
    edits = slice(dataset.offsets[corrections.start], dataset.offsets[corrections.stop])
    planned = next(iter(tables.values()))
    any_method = next(iter(next(iter(dataset.attributions.values())).values()))
    return {
        "coalitions": [0 if table is None else len(table.masks) for table in planned],
        # Texts, since a browser's numbers have only 53 bits.
        "masks": {
            number: list(map(str, table.masks.tolist()))
            for number, table in enumerate(planned)
            if table is not None and not table.is_complete
        },
        "seeds": any_method.corrections["seed"][corrections].tolist(),
        "metrics": {
            metric: _scored(
                tables[metric],
                notes.get(metric, [None] * len(planned)),
                {
                    method: _attributed(attributions, corrections, edits)
                    for method, attributions in by_method.items()
                },
                pairs.get(metric),
            )
            for metric, by_method in dataset.attributions.items()
        },
        "explanations": explanations,
        "explained_references": explained_references,
    }


def _signature_of(dataset: Corrected, metric: str) -> dict[str, str]:
    """The parts of the signature of a metric's attributions, by their keys."""
    signature = next(iter(dataset.attributions[metric].values())).signature
    parts = (part.partition(":") for part in signature.split("|"))
    return {key: value for key, _, value in parts}


def _read_tables(
    dataset: Corrected, files: DatasetFiles, metric: str, column: str = "score"
) -> list[ValueTable | None]:
    """The scores of each correction in order; None where there are none."""
    scores, systems = files.scores[metric], dataset.systems
    values = sentences_with_values(files.games, files.coalitions, scores, systems, column)
    tables: list[ValueTable | None] = [None] * len(dataset.edits)
    for place, sentences in enumerate(values.values()):
        for sentence in sentences:
            tables[(sentence.line - 1) * len(systems) + place] = sentence.table
    return tables


def _gate_notes(
    dataset: Corrected, files: DatasetFiles, metric: str, threshold: float
) -> list[str | None]:
    """Notes on a metric's gate, for each correction in order."""
    columns = [_read_tables(dataset, files, metric, column) for column in _GATE]
    notes: list[str | None] = []
    for tables in zip(*columns, strict=True):
        values = [table.values for table in tables if table is not None]  # noqa: PD011
        notes.append(
            gate_note(dict(zip(_GATE, values, strict=True)), threshold) or None if values else None
        )
    return notes


def _corrections_of(dataset: Corrected, lines: range) -> slice:
    systems = len(dataset.systems)
    return slice((lines.start - 1) * systems, (lines.stop - 1) * systems)


def _part(by_metric: Mapping[str, Sequence[Part]], corrections: slice) -> dict[str, Sequence[Part]]:
    return {metric: each[corrections] for metric, each in by_metric.items()}


def _parts(
    runs: Mapping[str, Sequence[Sequence[Part]]], part: slice
) -> dict[str, list[Sequence[Part]]]:
    """One part of the explanations by each run of each explainer."""
    return {explainer: [said[part] for said in own] for explainer, own in runs.items()}


def _scored(
    tables: Sequence[ValueTable | None],
    notes: Sequence[str | None],
    methods: Mapping[str, Attributed],
    pairs: Sequence[Sequence[float | None]] | None,
) -> Scored:
    defined = [table.values for table in tables if table is not None]  # noqa: PD011
    scored: Scored = {
        "baseline": [None if table is None else _number(table.baseline) for table in tables],
        "score": [None if table is None else _number(table.score) for table in tables],
        "values": packed(np.concatenate([[], *defined]), "<f4"),
        "notes": notes,
        "methods": methods,
    }
    if pairs is not None:
        scored["pairs"] = pairs
    return scored


def _attributed(attributions: Attributions, corrections: slice, edits: slice) -> Attributed:
    by_correction = {name: values[corrections] for name, values in attributions.corrections.items()}
    stderr = attributions.edits["stderr"][edits]
    return {
        "phi": numbers(attributions.edits["phi"][edits]),
        "stderr": numbers(stderr) if stderr.any() else 0,
        "exact": [value == 1 for value in by_correction["exact"].tolist()],
        "scale": numbers(by_correction["scale"]),
        "evaluations": by_correction["evaluations"].tolist(),
    }


def _read_pairs(path: Path, dataset: Corrected) -> list[list[float | None]]:
    """The Shapley interaction index of each pair of edits of each correction, in order."""
    table = pd.read_parquet(path, columns=["system", "line", "shapley"])
    systems, values = dataset.systems, numbers(table["shapley"].to_numpy())
    pairs: list[list[float | None]] = [[] for _ in dataset.edits]
    for system, line, value in zip(table["system"], table["line"], values, strict=True):
        pairs[(line - 1) * len(systems) + systems.index(system)].append(value)
    return pairs


def _read_explanations(
    dataset: Corrected, files: DatasetFiles
) -> dict[str, list[list[list[Said | None]]]]:
    """Explanations of each edit of each correction by each run of each explainer, or None."""
    systems, sources = dataset.systems, _texts(dataset)
    explained: dict[str, list[list[list[Said | None]]]] = {}
    for explainer, by_system in files.explanations.items():
        count = max(map(len, by_system.values()))
        runs: list[list[list[Said | None]]] = [
            [[None] * len(edits) for edits in dataset.edits] for _ in range(count)
        ]
        for system, paths in by_system.items():
            place = slice(systems.index(system), None, len(systems))
            for said, path in zip(runs, paths, strict=False):
                sentences = read_explanations_of(path, sources).sentences
                said[place] = map(_said_about, dataset.edits[place], sentences)
        explained[explainer] = runs
    return explained


def _read_explained_references(
    dataset: Corrected, files: DatasetFiles
) -> dict[str, list[list[list[SaidOfEdit]]]]:
    """Explanations of the first reference of each line by each run of each explainer.

    The edits are the explainer's, which may differ from those of the data set.
    """
    return {
        explainer: [
            [
                list(map(_with_edit, sorted(each.edits, key=lambda one: _key(one.edit)[:2])))
                for each in read_explanations_of(path, _texts(dataset)).sentences
            ]
            for path in paths
        ]
        for explainer, paths in files.explained_references.items()
    }


def _texts(dataset: Corrected) -> list[str]:
    """The sources without white space, as explanations have them."""
    return ["".join(source.split()) for source in dataset.sources]


def said_of(explanation: Explanation) -> Said:
    """An explanation as the explorer has it."""
    return cast("Said", asdict(explanation))


def _with_edit(explained: ExplainedEdit) -> SaidOfEdit:
    return {
        "start": explained.edit.start,
        "end": explained.edit.end,
        "original": explained.original,
        "correction": "".join(explained.edit.tokens),
        **said_of(explained.explanation),
    }


def _said_about(edits: Sequence[Edit], sentence: ExplainedSentence) -> list[Said | None]:
    """The explanation of each edit, which its span and its new characters tell."""
    said = {_key(explained.edit): said_of(explained.explanation) for explained in sentence.edits}
    return [said.get(_key(edit)) for edit in edits]


def _key(edit: Edit) -> tuple[int, int, str]:
    return edit.start, edit.end, "".join(edit.tokens)


def numbers(values: np.ndarray) -> list[float | None]:
    """The values of a column as a list, without NaN, which JSON has not."""
    return list(map(_number, values.tolist()))


def _number(value: float) -> float | None:
    return value if np.isfinite(value) else None
