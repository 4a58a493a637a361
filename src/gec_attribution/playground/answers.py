"""What the page is told of an explained sentence: a study of one line, as the explorer reads it.

So the explorer's own scripts show it. The records themselves are there, too, to be downloaded.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from importlib.metadata import version

import numpy as np

from gec_attribution.edits.error_types import OPERATIONS, describe_type
from gec_attribution.edits.model import Edit, m2_text
from gec_attribution.explain import Played
from gec_attribution.games.values import ValueTable
from gec_attribution.languages import Language
from gec_attribution.pages.explorer.chunks import coalitions_of, scores_of
from gec_attribution.pages.explorer.columns import packed

Labels = Mapping[str, Mapping[str, str]]


def answer_of(
    played: Sequence[Played],
    language: Language,
    *,
    labels: Labels,
) -> dict:
    """Everything about a sentence that was explained, as JSON values.

    Args:
        played: its records, of each metric by each method, and the scores behind them.
        language: its language.
        labels: what readers call each `metric`, `method` and `explainer`.

    Returns:
        `index` and `chunk`, as in the explorer's folder, of a study with this one correction; and
        `records`.
    """
    records = [each.record.to_dict() for each in played]
    edits = [
        Edit(edit.start, edit.end, m2_text(language.tokenize(edit.correction)), edit.type)
        for edit in played[0].record.edits
    ]
    types = {name: number for number, name in enumerate(dict.fromkeys(e.type for e in edits))}
    metrics = list(dict.fromkeys(record["metric"] for record in records))
    methods = list(dict.fromkeys(record["method"] for record in records))
    by_way = {(record["metric"], record["method"]): record for record in records}
    columns = {
        "name": "",
        "label": "",
        "language": language.code,
        "gap": language.join(["", ""]),
        "systems": [""],
        "references": 0,
        "sources": [m2_text(language.tokenize(records[0]["source"]))],
        "corrections": [edit.correction for edit in edits],
        "edits": packed([len(edits)], "<u2"),
        "start": packed([edit.start for edit in edits], "<u4"),
        "end": packed([edit.end for edit in edits], "<u4"),
        "type": packed([types[edit.type] for edit in edits], "<u2"),
        "referenced": packed([0] * len(edits), "<u1"),
        "judged": packed([0] * len(edits), "<u1"),
        "change": {name: _change(by_way[name, methods[0]]) for name in metrics},
        "phi": {
            metric: {
                method: _packed([edit["phi"] for edit in by_way[metric, method]["edits"]])
                for method in methods
            }
            for metric in metrics
        },
        "lines_per_chunk": 1,
    }
    return {
        "index": {
            "study": "playground",
            "version": version("gec-attribution"),
            "labels": labels,
            "metrics": metrics,
            "methods": methods,
            "operations": {letter: name for letter, (name, _) in OPERATIONS.items()},
            "types": [describe_type(name)._asdict() | {"type": name} for name in types],
            "signatures": {
                "": {
                    metric: {method: by_way[metric, method]["signature"] for method in methods}
                    for metric in metrics
                }
            },
            "charts": [],
            "datasets": [columns],
        },
        "chunk": _chunk(played, by_way, metrics, methods),
        "records": records,
    }


def _chunk(
    played: Sequence[Played],
    by_way: Mapping[tuple[str, str], Mapping],
    metrics: Sequence[str],
    methods: Sequence[str],
) -> dict:
    words = next(iter(by_way.values())).get("in_words")
    tables = _tables(played)
    first = {metric: by_way[metric, methods[0]] for metric in metrics}
    return {
        **coalitions_of([tables[metrics[0]]]),
        "seeds": [first[metrics[0]]["seed"]],
        "metrics": {
            metric: {
                **scores_of([tables[metric]]),
                "methods": {method: _attributed(by_way[metric, method]) for method in methods},
                **_pairs(first[metric]),
            }
            for metric in metrics
        },
        "explanations": {words["explainer"]: [[words["edits"]]]} if words else {},
        "explained_references": {},
        "references": [[]],
    }


def _tables(played: Sequence[Played]) -> dict[str, ValueTable]:
    """The scores of each metric that any method asked for, of the coalitions that all have."""
    tables: dict[str, ValueTable] = {}
    for record, table in played:
        known = tables.get(record.metric)
        more = known.extended(table.masks, table.values) if known else table
        tables[record.metric] = more
    common = reduce(np.intersect1d, (table.masks for table in tables.values()))
    return {
        metric: ValueTable(table.n, common, table.at(common)) for metric, table in tables.items()
    }


def _attributed(record: Mapping) -> dict:
    errors = [edit["stderr"] for edit in record["edits"]]
    return {
        "phi": [edit["phi"] for edit in record["edits"]],
        "stderr": errors if any(error != 0 for error in errors) else 0,
        "exact": [record["exact"]],
        "scale": [record["scale"]],
        "evaluations": [record["evaluations"]],
    }


def _pairs(record: Mapping) -> dict:
    if not record.get("interactions"):
        return {}
    return {"pairs": [[pair["shapley"] for pair in record["interactions"]]]}


def _change(record: Mapping) -> str:
    ends = record["score"], record["baseline"]
    return _packed([None if None in ends else ends[0] - ends[1]])


def _packed(numbers: Sequence[float | None]) -> str:
    return packed([np.nan if number is None else number for number in numbers], "<f4")
