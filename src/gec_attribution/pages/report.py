"""The report of a study: one HTML page with its tables and figures, each beside what it shows.

Tables come from their Markdown files, pictures from their SVG files, and captions are those of
Snakemake's own report, in reStructuredText with the placeholders that Snakemake fills.
"""

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from docutils.core import publish_parts
from jinja2 import Environment, StrictUndefined
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from gec_attribution.pages.templating import template
from gec_attribution.storage.files import write_atomically

# A section of the paper begins with its number; "1" stands before them all.
_NUMBERED = re.compile(r"(\d+(?:\.\d+)?) (.*)")
_FIRST = "1"
# The sections that are none of the paper's first half, in the order in which they are read.
_LATER = ("The paper's numbers and ours", "Comparisons", "The GEC systems", "EXCGEC")

# What a link may not lead to, as `javascript:`; texts have no quotes in HTML.
_OTHER_LINK = re.compile(r' href="(?!https?://|#)[^"]*"')

# Characters of a text that stays on one line in a table.
_SHORT = 24
# 4/3 would be the size in print.
_PIXELS_PER_POINT = 1.75


@dataclass(frozen=True)
class Result:
    """A figure or a table of a study, and where its parts are.

    Attributes:
        stem: its files without their suffix; a figure has an SVG, a table a Markdown file, and
            either a CSV with its numbers.
        is_figure: whether it is a figure.
        section: the section of the report that it belongs to.
        title: what it is called.
        caption: the template of its caption, a file of reStructuredText.
        params: what the caption calls `snakemake.params`.
    """

    stem: Path
    is_figure: bool
    section: str
    title: str
    caption: Path
    params: Mapping[str, Any]


def write_report(
    path: str | Path,
    results: Iterable[Result],
    *,
    config: Mapping[str, Any],
    labels: Mapping[str, Mapping[str, str]],
    facts: Mapping[str, str],
) -> None:
    """Write the page that shows a study's results. It needs no other file, but links to some.

    Args:
        path: the HTML file, in the folder of the study, beside its figures and tables.
        results: the figures and tables, in any order.
        config: the study's configuration, which captions call `snakemake.config`.
        labels: what readers call each `dataset`, `system`, `metric` and `method`.
        facts: what made the numbers, name to value, as text.

    Raises:
        jinja2.UndefinedError: a caption names what its result does not have.
    """
    path = Path(path)
    ordered = sorted(results, key=_place)
    sections = [
        {
            "id": _identifier(section),
            "heading": _heading(section),
            "results": [_shown(result, config, path.parent) for result in members],
        }
        for section, members in groupby(ordered, key=lambda result: result.section)
    ]
    page = template("report.html").render(
        study=config["study"], labels=labels, sections=sections, facts=facts
    )
    with write_atomically(path) as temporary:
        temporary.write_text(page, encoding="utf-8", newline="\n")


def _place(result: Result) -> tuple:
    """Where a result stands: sections as they are read, in each of them tables, then figures."""
    numbered = _NUMBERED.match(result.section)
    if numbered:
        section: tuple = (0, [int(part) for part in numbered[1].split(".")])
    elif result.section in _LATER:
        section = (1, [_LATER.index(result.section)])
    else:
        section = (2, [])
    # What was scored only in part says how far the other tables of its section can be trusted.
    return (*section, result.section, result.is_figure, result.title, result.stem.name)


def _heading(section: str) -> str:
    numbered = _NUMBERED.match(section)
    if not numbered:
        return section
    number, words = numbered.groups()
    return words if number == _FIRST else f"{words} (the paper's section {number})"


def _identifier(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _shown(result: Result, config: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """A result as the template wants it."""
    # Names are appended, since those of figures of one metric have a dot.
    named = result.stem.name
    shown = {
        "id": _identifier(f"{'figure' if result.is_figure else 'table'} {named}"),
        "is_figure": result.is_figure,
        "title": result.title,
        "caption": _caption(result, config),
        "files": {
            kind: Path(f"{result.stem}.{kind.lower()}").relative_to(folder).as_posix()
            for kind in (("CSV", "PDF", "PNG") if result.is_figure else ("CSV", "MD", "TEX"))
        },
    }
    if result.is_figure:
        return shown | _picture(Path(f"{result.stem}.svg").read_bytes())
    return shown | _table(Path(f"{result.stem}.md").read_text(encoding="utf-8"))


def _picture(svg: bytes) -> dict[str, Any]:
    """A figure of a column's width is small on a screen: its pixels there, and what it is."""
    points = re.search(rb'<svg[^>]* width="([\d.]+)pt"', svg)
    width = round(float(points[1]) * _PIXELS_PER_POINT) if points else None
    return {"picture": base64.b64encode(svg).decode(), "width": width}


def _caption(result: Result, config: Mapping[str, Any]) -> Markup:
    """The caption as HTML, with what Snakemake would put into it."""
    source = _captions().from_string(result.caption.read_text(encoding="utf-8"))
    text = source.render(snakemake={"params": result.params, "config": config})
    settings = {"file_insertion_enabled": False, "raw_enabled": False, "halt_level": 2}
    fragment = publish_parts(text, writer="html5", settings_overrides=settings)["fragment"]
    return Markup(_OTHER_LINK.sub("", fragment))  # noqa: S704


@cache
def _captions() -> Environment:
    return Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701 (no HTML yet)


def _table(markdown: str) -> dict[str, Any]:
    """A table's Markdown, as `tables.render.write_table` writes it, in parts of HTML."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(markdown)
    kinds = [token.type for token in tokens]
    start, end = kinds.index("table_open"), kinds.index("table_close") + 1
    _with_classes(tokens[start:end])

    def html(part: Sequence[Token]) -> Markup:
        return Markup(reader.renderer.render(part, reader.options, {}))  # noqa: S704

    return {
        "lead": html(tokens[:start]),
        "table": html(tokens[start:end]) if "tbody_open" in kinds else None,
        "notes": html(tokens[end:]),
    }


def _with_classes(tokens: Sequence[Token]) -> None:
    """Give headings their scope, and cells with numbers or a few words a class."""
    for token, content in pairwise(tokens):
        if token.type not in {"th_open", "td_open"}:
            continue
        if token.attrs.pop("style", "") == "text-align:right":
            token.attrs["class"] = "number"
        elif token.type == "td_open" and len(content.content) <= _SHORT:
            token.attrs["class"] = "short"
        if token.type == "th_open":
            token.attrs["scope"] = "col"
