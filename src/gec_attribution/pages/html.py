"""Explanations as one HTML page that needs nothing else, for the screen and for print."""

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from gec_attribution.attribution.records import Chunk, Record
from gec_attribution.formatting.numerals import decimals_for
from gec_attribution.languages import load_language
from gec_attribution.pages.templating import template
from gec_attribution.storage.files import write_atomically

NOTHING = "∅"
# The strongest colour behind text that still reads well, on a light page as on a dark one.
_PAIRS = 5  # interactions shown of a sentence
_MAX_OPACITY = 0.55


def write_html(explanations: Sequence[Mapping], path: str | Path) -> None:
    """Write a page with every sentence, its edits coloured by φ, and a table of them.

    Args:
        explanations: records, as `Record.to_dict` gives them, in the order of the page.
        path: the HTML file.
    """
    with write_atomically(path) as temporary:
        temporary.write_text(page_of(explanations), encoding="utf-8", newline="\n")


def page_of(explanations: Sequence[Mapping]) -> str:
    """The page that `write_html` writes.

    The colours of a metric are symmetric about 0 and reach furthest at its largest |φ| on the page.
    """
    limits = _limits(explanations)
    return template("explanations.html").render(
        sentences=[
            {
                **explanation,
                "pieces": _pieces(explanation),
                "change": _change(explanation),
                "pairs": _pairs(explanation),
                "joined": _joined(explanation),
                "note": explanation.get("note"),
                "parts": explanation.get("components", []),
                "additive": _is_additive(explanation),
                "missed": explanation.get("missed"),
                "compared": compared,
                "said": explanation.get("in_words", {}).get("edits", []),
            }
            for explanation, compared in zip(explanations, _compared(explanations), strict=True)
        ],
        signatures=list(dict.fromkeys(explanation["signature"] for explanation in explanations)),
        limits=limits,
        decimals_of={metric: decimals_for([limit]) for metric, limit in limits.items()},
        max_opacity=_MAX_OPACITY,
        nothing=NOTHING,
    )


def _compared(explanations: Sequence[Mapping]) -> list[Sequence[Mapping]]:
    """For the last record of each correction all of them, if there are several; else none."""
    by_correction = itertools.groupby(
        explanations, key=lambda each: [each.get(key) for key in ("system", "source", "hypothesis")]
    )
    compared: list[Sequence[Mapping]] = []
    for _, records in by_correction:
        same = list(records)
        ways = {(record["metric"], record["method"]) for record in same}
        several = len(ways) == len(same) > 1 and same[0]["edits"]
        compared += [[]] * (len(same) - 1) + [same if several else []]
    return compared


def _is_additive(explanation: Mapping) -> bool:
    """Whether φ of each edit is the sum of those of the components, which rescaling undoes."""
    parts = explanation.get("components", [])
    phi = [edit["phi"] for edit in explanation["edits"]]
    if None in phi:
        return False
    sums = [
        sum(part["weight"] * part["phi"][number] for part in parts) for number in range(len(phi))
    ]
    return bool(parts) and all(map(partial(math.isclose, abs_tol=1e-9), phi, sums))


def _limits(explanations: Iterable[Mapping]) -> dict[str, float]:
    """The largest |φ| of each metric, in the order of the page; 0 where none is defined."""
    limits: dict[str, float] = {}
    for explanation in explanations:
        sizes = [abs(edit["phi"]) for edit in explanation["edits"] if edit["phi"] is not None]
        metric = explanation["metric"]
        limits[metric] = max([limits.get(metric, 0.0), *sizes])
    return limits


def _pieces(explanation: Mapping) -> list[dict]:
    """The sentence in order: source, correction, the edit, and what stands before them.

    The edit is None where nothing was edited.
    """
    edits = explanation["edits"]
    chunks = list(Record.from_dict(explanation).chunks())
    return [
        {
            **chunk._asdict(),
            "edit": None if chunk.edit is None else edits[chunk.edit],
            "gap": gap,
        }
        for chunk, gap in zip(chunks, _gaps(explanation, chunks), strict=True)
    ]


def _gaps(explanation: Mapping, chunks: Sequence[Chunk]) -> Iterator[str]:
    """What stands before each piece: what the language puts there, or the writer did."""
    if "source_text" not in explanation:
        yield from [load_language(explanation["language"]).join(["", ""])] * len(chunks)
        return
    texts = explanation["source_text"], explanation["hypothesis_text"]
    ends = [0, 0]
    for chunk in chunks:
        gap = ""
        for side, part in enumerate((chunk.source, chunk.correction)):
            if part:
                start = texts[side].index(part, ends[side])
                gap = texts[side][ends[side] : start]
                ends[side] = start + len(part)
        yield gap


def _pairs(explanation: Mapping) -> list[dict]:
    """The strongest interactions, the strongest first, each with its two edits as pieces."""
    edits = [
        {"source": edit["original"], "correction": edit["correction"]}
        for edit in explanation["edits"]
    ]
    strongest = sorted(explanation.get("interactions", ()), key=lambda pair: -abs(pair["shapley"]))
    return [
        {**pair, "one": edits[pair["edits"][0]], "other": edits[pair["edits"][1]]}
        for pair in strongest[:_PAIRS]
    ]


def _joined(explanation: Mapping) -> list[list[dict]]:
    """The edits of each player that has several, as pieces."""
    edits = [
        {"source": edit["original"], "correction": edit["correction"]}
        for edit in explanation["edits"]
    ]
    return [[edits[number] for number in player] for player in explanation.get("joined", ())]


def _change(explanation: Mapping) -> float | None:
    baseline, score = explanation["baseline"], explanation["score"]
    return None if baseline is None or score is None else score - baseline
