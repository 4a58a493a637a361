"""What the explorer reads when somebody looks at a sentence: everything about a few of them.

A chunk has the sentences of some lines of one data set. Its lists follow the corrections and edits
of those lines, numbered as in `columns`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pandas as pd

from gec_attribution.edits.model import Edit
from gec_attribution.explanations.records import (
    ExplainedEdit,
    ExplainedSentence,
    read_explanations_of,
)
from gec_attribution.games.values import SentenceValues, ValueTable, sentences_with_values
from gec_attribution.pages.explorer.columns import Attributions, Corrected, packed

# Corrections of a chunk: a file that opens at once, and not too many files.
CORRECTIONS = 240


def lines_per_chunk(dataset: Corrected) -> int:
    """How many lines of a data set a chunk has, the last one maybe fewer."""
    return max(1, CORRECTIONS // len(dataset.files.edits))


def chunks_of(dataset: Corrected) -> Iterator[dict]:
    """The chunks of a data set in order, as JSON values."""
    size, systems = lines_per_chunk(dataset), list(dataset.files.edits)
    # Lines are numbered from 1.
    starts = range(1, len(dataset.sources) + 1, size)
    values = {
        metric: {
            system: _in_chunks(sentences, size, len(starts))
            for system, sentences in sentences_with_values(
                dataset.files.edits, dataset.files.coalitions, scores
            ).items()
        }
        for metric, scores in dataset.files.scores.items()
    }
    pairs = {
        metric: _read_pairs(path, dataset) for metric, path in dataset.files.interactions.items()
    }
    explained = _read_explanations(dataset)
    explained_references = _read_explained_references(dataset)
    offsets = dataset.offsets
    for start in starts:
        lines = range(start, min(start + size, len(dataset.sources) + 1))
        corrections = slice((start - 1) * len(systems), (lines.stop - 1) * len(systems))
        edits = slice(offsets[corrections.start], offsets[corrections.stop])
        tables = {
            metric: {system: next(parts) for system, parts in by_system.items()}
            for metric, by_system in values.items()
        }
        places = [(system, line) for line in lines for system in systems]
        # The plan is the same for all metrics.
        planned = next(iter(tables.values()))
        yield {
            **coalitions_of([planned[system].get(line) for system, line in places]),
            "seeds": _any(dataset.attributions, "seed", corrections),
            "metrics": {
                metric: {
                    **scores_of([tables[metric][system].get(line) for system, line in places]),
                    "methods": {
                        method: _attributed(found, corrections, edits)
                        for method, found in by_method.items()
                    },
                    **({"pairs": pairs[metric][corrections]} if metric in pairs else {}),
                }
                for metric, by_method in dataset.attributions.items()
            },
            "explanations": {
                explainer: [said[corrections] for said in runs]
                for explainer, runs in explained.items()
            },
            "explained_references": {
                explainer: [said[lines.start - 1 : lines.stop - 1] for said in runs]
                for explainer, runs in explained_references.items()
            },
            "references": [
                [[_reference_edit(edit) for edit in reference] for reference in references]
                for references in map(dataset.references_of, lines)
            ],
        }


def coalitions_of(tables: list[ValueTable | None]) -> dict:
    """How many coalitions of each correction have a value, and which, where not all have."""
    return {
        "coalitions": [0 if table is None else len(table.masks) for table in tables],
        # As text: a browser's numbers have 53 bits.
        "masks": {
            number: list(map(str, table.masks.tolist()))
            for number, table in enumerate(tables)
            if table is not None and not table.is_complete
        },
    }


def scores_of(tables: list[ValueTable | None]) -> dict:
    """The scores of the ends exactly, and those of all coalitions one after another as float32."""
    known = [table.values for table in tables if table is not None]  # noqa: PD011
    return {
        "baseline": [None if table is None else _number(table.baseline) for table in tables],
        "score": [None if table is None else _number(table.score) for table in tables],
        "values": packed(np.concatenate([[], *known]), "<f4"),
    }


def _attributed(found: Attributions, corrections: slice, edits: slice) -> dict:
    of_sentences = {name: values[corrections] for name, values in found.corrections.items()}
    stderr = found.edits["stderr"][edits]
    return {
        "phi": _numbers(found.edits["phi"][edits]),
        "stderr": _numbers(stderr) if stderr.any() else 0,
        "exact": [value == 1 for value in of_sentences["exact"].tolist()],
        "scale": _numbers(of_sentences["scale"]),
        "evaluations": of_sentences["evaluations"].tolist(),
    }


def _any(
    attributions: Mapping[str, Mapping[str, Attributions]], name: str, corrections: slice
) -> list[int]:
    """A column that all metrics and methods have in common."""
    by_method = next(iter(attributions.values()))
    return next(iter(by_method.values())).corrections[name][corrections].tolist()


def _read_pairs(path: Path, dataset: Corrected) -> list[list[float | None]]:
    """The Shapley interaction index of each pair of edits of each correction, in order."""
    table = pd.read_parquet(path, columns=["system", "line", "shapley"])
    systems = list(dataset.files.edits)
    place = {system: number for number, system in enumerate(systems)}
    found: list[list[float | None]] = [[] for _ in dataset.edits]
    numbers = (table["line"].to_numpy() - 1) * len(systems) + table["system"].map(place).to_numpy()
    for number, value in zip(numbers.tolist(), _numbers(table["shapley"].to_numpy()), strict=True):
        found[number].append(value)
    return found


def _read_explanations(dataset: Corrected) -> dict[str, list[list[list[dict | None]]]]:
    """What each run of each explainer says about each edit of each correction, None for nothing."""
    systems, sources = list(dataset.files.edits), _texts(dataset)
    found: dict[str, list[list[list[dict | None]]]] = {}
    for explainer, by_system in dataset.files.explanations.items():
        count = max(map(len, by_system.values()))
        runs: list[list[list[dict | None]]] = [
            [[None] * len(edits) for edits in dataset.edits] for _ in range(count)
        ]
        for system, paths in by_system.items():
            place = slice(systems.index(system), None, len(systems))
            for said, path in zip(runs, paths, strict=False):
                sentences = read_explanations_of(path, sources).sentences
                said[place] = map(_said_about, dataset.edits[place], sentences)
        found[explainer] = runs
    return found


def _read_explained_references(dataset: Corrected) -> dict[str, list[list[list[dict]]]]:
    """What each run of each explainer says about the first reference of each line.

    The edits are those that the explainer knew, which may not be those found for the data set.
    """
    return {
        explainer: [
            [
                [_with_edit(one) for one in sorted(sentence.edits, key=_position)]
                for sentence in read_explanations_of(path, _texts(dataset)).sentences
            ]
            for path in paths
        ]
        for explainer, paths in dataset.files.explained_references.items()
    }


def _position(one: ExplainedEdit) -> tuple[int, int]:
    return one.edit.start, one.edit.end


def _texts(dataset: Corrected) -> list[str]:
    """The sources without white space, as explanations have them."""
    return ["".join(source.split()) for source in dataset.sources]


def _with_edit(one: ExplainedEdit) -> dict:
    correction = "".join(one.edit.tokens)
    place = {"start": one.edit.start, "end": one.edit.end}
    return {**place, "original": one.original, "correction": correction, **asdict(one.explanation)}


def _said_about(edits: Sequence[Edit], sentence: ExplainedSentence) -> list[dict | None]:
    """The explanation of each edit, which its span and its new characters tell."""
    said = {
        (one.edit.start, one.edit.end, "".join(one.edit.tokens)): asdict(one.explanation)
        for one in sentence.edits
    }
    return [said.get((edit.start, edit.end, "".join(edit.tokens))) for edit in edits]


def _in_chunks(
    sentences: Iterator[SentenceValues], size: int, count: int
) -> Iterator[dict[int, ValueTable]]:
    """The value tables of `size` lines at a time, by line; lines without a table are left out."""
    ahead = next(sentences, None)
    for stop in range(size + 1, size * count + 2, size):
        found = {}
        while ahead is not None and ahead.line < stop:
            found[ahead.line] = ahead.table
            ahead = next(sentences, None)
        yield found


def _reference_edit(edit: Edit) -> list:
    return [edit.start, edit.end, edit.correction, edit.type]


def _numbers(values: np.ndarray) -> list[float | None]:
    return list(map(_number, values.tolist()))


def _number(value: float) -> float | None:
    """JSON has no NaN."""
    return value if np.isfinite(value) else None
