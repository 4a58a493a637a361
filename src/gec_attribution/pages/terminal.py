"""An explanation as a coloured table in the terminal."""

import math
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gec_attribution.attribution.records import AttributedEdit, InWords, Missed, Record
from gec_attribution.formatting.changes import change
from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import numeral
from gec_attribution.pages.noise import without_noise

BAR_WIDTH = 12


def print_explanation(record: Record) -> None:
    """Print the sentence's scores and one row per edit: what it does, its type, φ and normalised φ.

    Blue marks edits that the metric rewards and orange those it punishes; the sign and the bar show
    the same without colour.
    """
    console = Console()
    record = without_noise(record)
    _print_sentence(record, console)
    if not record.edits and not record.missed:
        console.print("no edits: there is nothing to attribute")
        return
    baseline = numeral(record.baseline, 4)
    score = numeral(record.score, 4)
    difference = numeral(record.score - record.baseline, 4, signed=True)
    scores = f"{baseline} (source) → {score} (hypothesis), Δ {difference}"
    console.print(Text(f"{record.shown_metric}, {record.method}: {scores}\n"))
    if record.edits:
        console.print(_edits_in_rows(record))
        if record.exact and not any(math.isnan(edit.phi) for edit in record.edits):
            console.print(f"exact, {record.evaluations:,} evaluations", highlight=False)
    _print_notes(console, _sampling(record), record.rescaling, record.note)
    if record.in_words:
        _print_words(record.edits, record.in_words, console)
    if record.missed:
        _print_missed(record.missed, record.score, console)
    console.print(Text(f"\n{record.signature}", style="dim"), soft_wrap=True)


def _print_sentence(record: Record, console: Console) -> None:
    """Print where a correction is from, the source and the hypothesis."""
    place = []
    if record.system:
        place.append(visible(record.system))
    if record.line:
        place.append(f"line {record.line}")
    if place:
        console.print(Text(", ".join(place), style="bold"))
    console.print(Text(visible(record.source_text or record.source), style="dim"))
    console.print(Text(visible(record.hypothesis_text or record.hypothesis)))


def _edits_in_rows(record: Record) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("edit")
    table.add_column("type", no_wrap=True)
    for heading in ("φ", "normalised φ"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", width=2 * BAR_WIDTH + 1)
    changed = [chunk for chunk in record.chunks() if chunk.edit is not None]
    for edit, chunk in zip(record.edits, changed, strict=True):
        shown_change = Text(visible(change(chunk.source, chunk.correction)))
        share = numeral(edit.phi_normalised, 3, signed=True)
        numbers = [_phi(edit), share, _bar(edit.phi_normalised)]
        coloured = [Text(number, style=_colour(edit.phi)) for number in numbers]
        table.add_row(shown_change, Text(edit.type), *coloured)
    return table


def _print_words(
    edits: Sequence[AttributedEdit], in_words: InWords, console: Console
) -> None:
    for edit, explanation in zip(edits, in_words.edits, strict=True):
        kind = f"{visible(explanation.type)}, severity {explanation.severity} of 5"
        console.print(Text(f"\n{_describe(edit)}   {kind}", style="bold"))
        console.print(Text(visible(explanation.description)))


def _print_notes(console: Console, *notes: str | None) -> None:
    for note in filter(None, notes):
        console.print(f"\nnote: {note}", highlight=False, markup=False)


def _sampling(attributed: Record | Missed) -> str | None:
    """Note on estimated attributions; None where they are exact."""
    if attributed.exact:
        return None
    return (
        f"estimated from {attributed.evaluations:,} of the {2 ** len(attributed.edits):,} subsets "
        "of the edits; ± is a standard error"
    )


def _print_missed(missed: Missed, hypothesis: float, console: Console) -> None:
    console.print(Text(f"\nreference: {visible(missed.reference)}", style="dim"))
    for edit in missed.edits:
        line = f"missed: {_describe(edit)}   {edit.type}   φ beside the correction {_phi(edit)}"
        console.print(Text(line, style=_colour(edit.phi)))
    for edit in missed.otherwise:
        console.print(Text(f"corrected otherwise: {_describe(edit)}   {edit.type}"))
    if not missed.edits and not missed.otherwise:
        console.print("nothing was missed")
    _print_notes(console, _sampling(missed), missed.rescaling(hypothesis))


def _phi(edit: AttributedEdit) -> str:
    """φ with its standard error, where it was sampled."""
    phi = numeral(edit.phi, 4, signed=True)
    if edit.stderr > 0:
        return f"{phi} ±{edit.stderr:.4f}"
    return phi


def _describe(edit: AttributedEdit) -> str:
    return visible(change(edit.original, edit.correction))


def _colour(phi: float) -> str:
    if math.isnan(phi) or phi == 0:
        return "dim"
    if phi > 0:
        return "dodger_blue2"
    return "dark_orange"


def _bar(share: float) -> str:
    """A bar from the middle to the right for positive shares, to the left for negative ones."""
    if math.isnan(share):
        return "undefined"
    length = round(abs(share) * BAR_WIDTH)
    bar = "█" * length
    if share < 0:
        return f"{bar:>{BAR_WIDTH}}│"
    return f"{'':>{BAR_WIDTH}}│{bar}"
