"""Explanations as one HTML page that needs nothing else, for the screen and for print."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from gec_attribution.attribution.records import AttributedEdit, Record
from gec_attribution.formatting.changes import NOTHING
from gec_attribution.formatting.numerals import decimals_for
from gec_attribution.pages.noise import without_noise
from gec_attribution.pages.templating import environment
from gec_attribution.storage.files import write_atomically

_PAIRS = 5  # interactions shown of a sentence
# The strongest colour behind text that still reads well, on a light page as on a dark one.
_MAX_OPACITY = 0.55


def write_html(records: Sequence[Record], path: str | Path) -> None:
    """Write a page with every sentence in turn, its edits coloured by φ, and a table of them."""
    with write_atomically(path) as temporary:
        temporary.write_text(page_of(records), encoding="utf-8", newline="\n")


def page_of(records: Sequence[Record]) -> str:
    """The page that `write_html` writes.

    The colours of a metric are symmetric about 0 and reach furthest at its largest |φ| on the page.
    """
    sentences = [list(map(_explained, same)) for same in _by_correction(records)]
    shown = chain.from_iterable(sentences)
    limits = _limits(each["record"] for each in shown)
    decimals = {}
    for metric, limit in limits.items():
        decimals[metric] = decimals_for([limit])
    template = environment(__package__).get_template("explanations.html")
    return template.render(
        sentences=sentences,
        signatures=list(dict.fromkeys(record.signature for record in records)),
        limits=limits,
        decimals_of=decimals,
        max_opacity=_MAX_OPACITY,
        nothing=NOTHING,
    )


def _by_correction(records: Sequence[Record]) -> Iterator[list[Record]]:
    """The records in a row of each correction, of which each has another metric or method."""
    same: list[Record] = []
    ways: set[tuple[str, str]] = set()
    for record in records:
        way = (record.metric, record.method)
        if same and (_correction_of(record) != _correction_of(same[0]) or way in ways):
            yield same
            same = []
            ways.clear()
        same.append(record)
        ways.add(way)
    if same:
        yield same


def _correction_of(record: Record) -> tuple[object, ...]:
    keys = [edit.key for edit in record.edits]
    return record.system, record.source, record.hypothesis, keys


def _explained(record: Record) -> dict[str, Any]:
    """A record with what the page shows of it."""
    shown = without_noise(record)
    return {
        "record": shown,
        "pieces": _pieces(shown),
        "pairs": _pairs(shown),
        "additive": _is_additive(record),
    }


def _is_additive(record: Record) -> bool:
    """Whether φ of each edit is the sum of those of the components, which rescaling undoes."""
    if not record.components:
        return False
    for number, edit in enumerate(record.edits):
        total = sum(part.weight * part.phi[number] for part in record.components)
        if not math.isclose(edit.phi, total, abs_tol=1e-9):
            return False
    return True


def _limits(records: Iterable[Record]) -> dict[str, float]:
    """The largest |φ| of each metric, in the order of the page; 0 where none is defined."""
    limits: dict[str, float] = {}
    for record in records:
        sizes = [abs(edit.phi) for edit in record.edits if not math.isnan(edit.phi)]
        limits[record.shown_metric] = max(
            [limits.get(record.shown_metric, 0.0), *sizes]
        )
    return limits


def _pieces(record: Record) -> list[dict]:
    """The sentence in order: source, correction, the edit, and what stands before them.

    The edit is None where nothing was edited.
    """
    pieces = []
    for chunk in record.chunks():
        edit = None if chunk.edit is None else record.edits[chunk.edit]
        pieces.append({**chunk._asdict(), "edit": edit})
    return pieces


def _pairs(record: Record) -> list[tuple[AttributedEdit, AttributedEdit, float]]:
    """The strongest interactions, the strongest first: the two edits, and their index."""
    strongest = sorted(record.interactions or (), key=lambda pair: -abs(pair.shapley))
    return [
        (record.edits[pair.edits[0]], record.edits[pair.edits[1]], pair.shapley)
        for pair in strongest[:_PAIRS]
    ]
