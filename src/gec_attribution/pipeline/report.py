"""The report of a study: one HTML page with its tables and figures, each beside what it shows.

Tables come from the JSON files with their cells, pictures from their SVG files.
"""

import base64
import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.experiments.declaration import Finding
from gec_attribution.pages.templating import environment
from gec_attribution.pipeline.targets import Result
from gec_attribution.statistics import bootstrap
from gec_attribution.storage.csv_files import read_tables
from gec_attribution.storage.files import write_atomically
from gec_attribution.tables.render import read_printed

# A section of the paper begins with its number. "1" is none of the paper's, and the first after it.
_NUMBERED = re.compile(r"(\d+(?:\.\d+)?) (.*)")
_FIRST = "1"
# The sections after those of the paper's first half, in reading order.
_LATER = ("The paper's numbers and ours", "The GEC systems", "EXCGEC")
# A figure or a table of the paper, which is shown open; all else is folded.
_OF_PAPER = re.compile(r"((?:Figure|Table) \d+): ")
# Characters of a text that stays on one line in a table.
_SHORT = 24
# 4/3 would be the size in print.
_PIXELS_PER_POINT = 1.75


def write_report(
    path: str | Path,
    shown: Iterable[Result],
    *,
    study: str,
    labels: Mapping[str, Mapping[str, str]],
    facts: Mapping[str, str],
) -> None:
    """Write the page that shows a study's results. It needs no other file, but links to some.

    Args:
        path: the HTML file, in the folder of the study, beside its figures and tables.
        shown: the figures and tables, in any order.
        study: the study's name.
        labels: labels of each `dataset`, `system`, `metric` and `method`.
        facts: the origin of the numbers, name to value, as text.
    """
    path = Path(path)
    ordered = sorted(shown, key=_place)
    sections = []
    opened = set[str]()
    for section, members in groupby(ordered, key=lambda result: result.section):
        results = list(members)
        about = []
        for result in results:
            number = _number(result)
            is_its_kind = result.is_figure or number.startswith("Table")
            is_open = is_its_kind and number not in opened | {""}
            opened.add(number)
            about.append({**_shown(result, path.parent), "is_open": is_open})
        sections.append(
            {
                "id": _identifier(section),
                "heading": _heading(section),
                "findings": list(filter(None, map(_finding, results))),
                "results": about,
            }
        )
    template = environment(__package__).get_template("report.html")
    page = template.render(study=study, labels=labels, sections=sections, facts=facts)
    with write_atomically(path) as temporary:
        temporary.write_text(page, encoding="utf-8", newline="\n")


def finding_of(finding: Finding, table: pd.DataFrame) -> str:
    """The sentence about the rows of a table.

    Rows of fewer sources than an interval needs are left out. The sentence is empty where no row
    has a value, or where it names the lowest one and all are equal.
    """
    column = finding.column
    if column not in table:
        return ""
    if "sources" in table:
        table = table[~(table["sources"] < bootstrap.MIN_SOURCES)]
    for name, value in finding.where.items():
        table = table[table[name] == value]
    for name, words in finding.names.items():
        table = table.assign(**{name: table[name].replace(words)})
    table = table.dropna(subset=column).sort_values(column, kind="stable")
    counts = table[column].value_counts()
    if table.empty or (len(counts) == 1 and "{lowest" in finding.text):
        return ""
    counted = ", ".join(f"{name}: {count}" for name, count in counts.items())
    text = finding.text.format(
        highest=table.iloc[-1], lowest=table.iloc[0], counts=counted
    )
    with_minus_signs = re.sub(r"(?<!\w)-(?=\d)", "−", text)
    # A number and its % stay on one line.
    return re.sub(r"(?<=\d)%", "\u00a0%", with_minus_signs)


def _finding(result: Result) -> str:
    if result.finding is None:
        return ""
    table = read_tables([Path(f"{result.stem}.csv")], ())
    return finding_of(result.finding, table)


def _number(result: Result) -> str:
    """A figure or table of the paper, as `Figure 3`; empty where it is none of the paper's."""
    numbered = _OF_PAPER.match(result.title)
    if numbered:
        return numbered[1]
    return ""


def _place(result: Result) -> tuple:
    """Sort key of a result: sections in reading order, in each of them figures, then tables."""
    numbered = _NUMBERED.match(result.section)
    if numbered and numbered[1] != _FIRST:
        section: tuple = (0, [int(part) for part in numbered[1].split(".")])
    elif numbered:
        section = (1, [])
    elif result.section in _LATER:
        section = (2, [_LATER.index(result.section)])
    else:
        section = (3, [])
    tables_last = not result.is_figure
    return (*section, result.section, tables_last, result.title, result.stem.name)


def _heading(section: str) -> str:
    numbered = _NUMBERED.match(section)
    if not numbered:
        return section
    number, words = numbered.groups()
    if number == _FIRST:
        return words
    return f"{words} (the paper's section {number})"


def _identifier(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _shown(result: Result, folder: Path) -> dict[str, Any]:
    """A result as the template wants it."""
    kind, formats = "table", ("CSV", "MD", "TEX")
    if result.is_figure:
        kind, formats = "figure", ("CSV", "PDF", "PNG")
    stem = result.stem.relative_to(folder).as_posix()
    shown = {
        "id": _identifier(f"{kind} {result.stem.name}"),
        "is_figure": result.is_figure,
        "title": result.title,
        **_parted(result.caption),
        # Endings are appended, since names of figures of one metric have a dot.
        "files": {name: f"{stem}.{name.lower()}" for name in formats},
    }
    if result.is_figure:
        return shown | _picture(Path(f"{result.stem}.svg").read_bytes())
    return shown | _table(Path(f"{result.stem}.json"))


def _parted(caption: str) -> dict[str, str]:
    """A caption's first sentence, and the rest of it, on data and method."""
    first, *rest = re.split(r"(?<=[a-z)]\.) (?=[A-Z])", caption, maxsplit=1)
    return {"caption": first, "details": "".join(rest)}


def _picture(svg: bytes) -> dict[str, Any]:
    """A figure in base64, with its width in pixels, which is larger than in print."""
    points = re.search(rb'<svg[^>]* width="([\d.]+)pt"', svg)
    width = round(float(points[1]) * _PIXELS_PER_POINT) if points else None
    return {"picture": base64.b64encode(svg).decode(), "width": width}


def _table(path: Path) -> dict[str, Any]:
    """A table's parts; its columns without the notes' where no row has one."""
    table = read_printed(path)
    rows = [list(map(_with_class, row, table.numeric)) for row in table.rows]
    headings = list(zip(table.headings, table.numeric, strict=True))
    return {
        **_parted(table.caption),
        "table": {"headings": headings, "rows": rows},
        "signatures": table.signatures,
    }


def _with_class(cell: str, is_numeric: bool) -> tuple[str, str]:
    """A cell with the class that says how wide it may be."""
    if is_numeric:
        return cell, "number"
    return cell, "short" if len(cell) <= _SHORT else ""
