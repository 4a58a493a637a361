"""A page of a study's figures and tables, as Markdown, between two markers of a written page."""

import shutil
from collections.abc import Iterable, Mapping
from os.path import relpath
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape

from gec_attribution.errors import InputError
from gec_attribution.formatting.markers import replace_between
from gec_attribution.storage.files import write_atomically
from gec_study.tables.render import markdown_parts, read_printed

BEGIN = "<!-- made by `snakemake {rule}`; do not edit -->"
END = "<!-- end of what is made -->"


def update_page(
    page: Path,
    rule: str,
    facts: Mapping[str, str],
    figures: Iterable[tuple[str, Path]],
    tables: Iterable[tuple[str, Path]],
    *,
    pictures: Path,
) -> None:
    """Put a study's figures and tables between the markers of a page.

    Args:
        page: the Markdown page, rewritten in place; the text around the markers stays.
        rule: name of the rule that does this, which the first marker mentions.
        facts: what made the numbers, name to value: command, models, versions.
        figures: title and PNG file of each figure.
        tables: title and JSON file of each table.
        pictures: the folder to which the pictures are copied.

    Raises:
        InputError: the page lacks a marker.
    """
    begin = BEGIN.format(rule=rule)
    written = page.read_text(encoding="utf-8")
    if begin not in written or END not in written.partition(begin)[2]:
        raise InputError(f"{page}: needs the lines {begin} and {END}; the results go between them")
    copies = []
    for title, picture in figures:
        with write_atomically(pictures / picture.name) as temporary:
            shutil.copyfile(picture, temporary)
        copies.append((title, f"{relpath(pictures, page.parent)}/{picture.name}"))
    contents = [(title, *markdown_parts(read_printed(table))) for title, table in tables]
    body = _template().render(facts=facts, figures=copies, tables=contents)
    with write_atomically(page) as temporary:
        temporary.write_text(replace_between(written, begin, END, body.strip()), encoding="utf-8")


def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=select_autoescape(["html"], default=False),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("results.md")
