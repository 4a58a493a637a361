"""Scores of systems as tables: in percent, but for differences of severities.

On a terminal, names are cut with a sign where a table is too wide; numbers never are. In a pipe or
a file nothing is cut.
"""

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from gec_attribution.edits.chunks import MERGE_DISTANCE
from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import UNDEFINED, numeral, with_interval
from gec_attribution.judging.evaluation import TYPES, Comparison, Evaluation
from gec_attribution.judging.f_scores import Scores
from gec_attribution.statistics.bootstrap import Resampled

_MAE = "mae"
_HEADINGS = {
    "f0_5": "F0.5",
    "gleu": "GLEU",
    "reference_edits": "reference edits",
    "miss_nonoverlapping": "miss, not overlapping",
    "micro_precision": "micro precision of types",
    "micro_recall": "micro recall of types",
    "micro_f1": "micro F1 of types",
    "macro_precision": "macro precision of types",
    "macro_recall": "macro recall of types",
    "macro_f1": "macro F1 of types",
    _MAE: "MAE of severity",
    "bleu": "BLEU",
    "meteor": "METEOR",
    "rouge_1": "ROUGE-1",
    "rouge_2": "ROUGE-2",
    "rouge_l": "ROUGE-L",
}


# Widest name of a system in a heading on a terminal, and narrowest one in a row.
_WIDEST = 20
_NARROWEST = 8
_UNBOUNDED = 10_000


def print_evaluation(evaluation: Evaluation, width: int | None = None) -> None:
    """Print the scores of one system with their intervals; `width` is the number of columns."""
    console = _console(width)
    whole = _without_types(evaluation)
    if list(whole.measures) == [()]:
        console.print(_one_score_a_row(evaluation.measures[()]))
        if len(evaluation.measures) > 1:
            console.print("\ntypes of error, in percent")
            _print_table(_one_type_a_row(evaluation), console)
        console.print("; ".join(_notes(evaluation)), style="dim")
    else:
        for measure, names in _distinct([evaluation]).items():
            _print_measure(names, evaluation.measures[measure], console)
        remarks = ["in percent, with 95 % intervals", *_notes(evaluation)]
        console.print("; ".join(remarks), style="dim")
    console.print(Text(visible(evaluation.signature), style="dim"), soft_wrap=True)


def print_comparison(comparison: Comparison, width: int | None = None) -> None:
    """Print tables with a row for each system: one for each measure, or each score without one.

    `width` is the number of columns; by default the terminal's.
    """
    console = _console(width)
    first = comparison.systems[comparison.first]
    whole = [_without_types(evaluation) for evaluation in comparison.systems.values()]
    for measure, names in _distinct(whole).items():
        columns = list(first.measures[measure].scores)
        tables = [[name] for name in columns]
        if names:
            console.print(names, style="bold")
            tables = [columns]
        for *further, main in tables:
            table = _systems_in_rows(comparison, measure, further, main, console.width)
            _print_table(table, console)
    scored = _scores_of(first)
    remarks = ["in percent, with 95 % intervals"]
    if _MAE in scored:
        remarks.append("differences of severities as they are")
    if "precision" in scored:
        remarks.append("P is precision, R recall")
    remarks += ["differences are paired", *_notes(first)]
    console.print("; ".join(remarks), style="dim")
    console.print(Text(visible(first.signature), style="dim"), soft_wrap=True)


def _notes(evaluation: Evaluation) -> list[str]:
    """Notes on the measures for a reader."""
    measured = {names[0] for names in evaluation.measures if names}
    shown = measured | _scores_of(evaluation)
    notes = {
        "errant": "edits of M2 are those of the file, edits of text those that ERRANT finds",
        "cleme": f"CLEME joins changes with up to {MERGE_DISTANCE} character between them "
        "(EXCGEC's choice; 0 by its own command)",
        "macro_f1": "macro means are over all 17 types, 0 for a type without an edit; edits are "
        "matched by the largest overlap, ends included, the first of ties (docs/excgec.md)",
        "rouge_1": "ROUGE-1 and ROUGE-2 count each character, or pair, of a text once (sets, as "
        "EXCGEC does)",
    }
    return [note for name, note in notes.items() if name in shown]


def _scores_of(evaluation: Evaluation) -> set[str]:
    """Names of the scores of all measures."""
    return set().union(*(measured.scores for measured in evaluation.measures.values()))


def _console(width: int | None) -> Console:
    """Console of a width in columns; by default the terminal's, or what a pipe needs."""
    console = Console(width=width)
    if width or console.is_terminal:
        return console
    return Console(width=_UNBOUNDED)


def _print_table(table: Table, console: Console) -> None:
    """Print a table; names fill what its numbers leave, and are cut there with a sign."""
    needed = Measurement.get(
        console, console.options.update(max_width=_UNBOUNDED), table
    ).maximum
    names = max(map(cell_len, map(str, table.columns[0].cells)))
    # A table of one system has no names.
    spare = max(names - _NARROWEST, 0) if table.columns[0].header == "system" else 0
    shortest = needed - spare
    # A console prints no table that is wider than itself.
    Console(width=max(shortest, min(console.width, needed))).print(table)
    console.print()


def _systems_in_rows(
    comparison: Comparison,
    measure: tuple[str, ...],
    further: Sequence[str],
    main: str,
    width: int,
) -> Table:
    """Table of `further` scores and the `main` one with its difference from the first system."""
    table = _narrow_table()
    table.add_column("system", overflow="ellipsis")
    first = Text(comparison.first)
    if width < _UNBOUNDED:
        first.truncate(_WIDEST, overflow="ellipsis")
    for name in further:
        table.add_column(name[0].upper(), justify="right", no_wrap=True)
    for heading in (_HEADINGS.get(main, main), f"Δ to {first}"):
        table.add_column(heading, justify="right", no_wrap=True)
    for system, evaluation in comparison.systems.items():
        scores = evaluation.measures[measure].scores
        shares = [_percent(scores[name]) for name in further]
        difference = UNDEFINED
        if system != comparison.first:
            beyond = comparison.differences(system).measures[measure].scores[main]
            difference = _shown_as(main, beyond, signed=True)
        table.add_row(system, *shares, _shown_as(main, scores[main]), difference)
    return table


def _distinct(systems: Sequence[Evaluation]) -> dict[tuple[str, ...], str]:
    """Measures with different content, each with the names of all that have the same.

    Where a source has one reference, both assumptions of CLEME have.
    """
    alike: dict[str, list[tuple[str, ...]]] = {}
    for measure in systems[0].measures:
        content: list[object] = []
        for system in systems:
            counts, scores = system.measures[measure]
            content.append(counts)
            for name, score in scores.items():
                content.append((name, score.value, list(score.replicates)))
        alike.setdefault(repr(content), []).append(measure)
    return {
        measures[0]: ", ".join(map(" ".join, measures)) for measures in alike.values()
    }


def _print_measure(names: str, measured: Scores, console: Console) -> None:
    if names:
        counts = (
            f"{kind.upper()} {_count(count)}" for kind, count in measured.counts.items()
        )
        console.print(Text(f"{names}: {', '.join(counts)}", style="bold"))
    table = _narrow_table()
    for name in measured.scores:
        table.add_column(_HEADINGS.get(name, name), justify="right", no_wrap=True)
    table.add_row(*(_shown_as(name, score) for name, score in measured.scores.items()))
    _print_table(table, console)


def _narrow_table() -> Table:
    """A table without lines, so that 80 columns are enough."""
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))


def _one_score_a_row(measured: Scores) -> Table:
    table = Table(title="scores with 95 % intervals", title_justify="left")
    table.add_column("measure")
    table.add_column("score", justify="right", no_wrap=True)
    for name, count in measured.counts.items():
        table.add_row(_HEADINGS.get(name, name), _count(count))
    for name, score in measured.scores.items():
        unit = "" if name == _MAE else " %"
        table.add_row(_HEADINGS.get(name, name), f"{_shown_as(name, score)}{unit}")
    return table


def _one_type_a_row(evaluation: Evaluation) -> Table:
    """The types that an edit has on either side."""
    table = _narrow_table()
    table.add_column("type")
    for heading in ("TP", "FP", "FN", "P", "R", "F1"):
        table.add_column(heading, justify="right", no_wrap=True)
    for names, (counts, scores) in evaluation.measures.items():
        if names and any(counts.values()):
            shares = [_percent(scores[name]) for name in ("precision", "recall")]
            f1 = _shown_as("f1", scores["f1"])
            table.add_row(names[-1], *map(_count, counts.values()), *shares, f1)
    return table


def _without_types(evaluation: Evaluation) -> Evaluation:
    """An evaluation without the measures of single types, which would be a table for each."""
    kept = dict(evaluation.measures)
    for names in evaluation.measures:
        if names[:1] == (TYPES,):
            del kept[names]
    return replace(evaluation, measures=kept)


def _percent(score: Resampled) -> str:
    return numeral(100 * float(score.value), 2)


def _count(count: float) -> str:
    return numeral(count, 0 if float(count).is_integer() else 1)


def _shown_as(name: str, score: Resampled, *, signed: bool = False) -> str:
    """A score of that name, or a difference of two: in percent, but for those of severities."""
    decimals, scale = (3, 1) if name == _MAE else (2, 100)
    value = scale * float(score.value)
    low = scale * float(score.low)
    high = scale * float(score.high)
    return with_interval(
        value, low, high, decimals, sources=int(score.sources), signed=signed
    )
