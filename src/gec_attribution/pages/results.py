"""A page of a study's figures and tables, as Markdown, between two markers of a written page."""

import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from gec_attribution.errors import InputError
from gec_attribution.storage.files import write_atomically

BEGIN = "<!-- made by `snakemake {rule}`; do not edit -->"
END = "<!-- end of what is made -->"


def update_page(
    page: Path,
    rule: str,
    facts: Mapping[str, str],
    figures: Iterable[tuple[str, Path]],
    tables: Iterable[tuple[str, Path]],
) -> None:
    """Put a study's figures and tables between the markers of a page.

    Pictures are copied to the folder `figures` beside the page.

    Args:
        page: the Markdown page, rewritten in place; the text around the markers stays.
        rule: name of the rule that does this, which the first marker mentions.
        facts: what made the numbers, name to value: command, models, versions.
        figures: title and PNG file of each figure.
        tables: title and Markdown file of each table.

    Raises:
        InputError: the page lacks a marker.
    """
    begin = BEGIN.format(rule=rule)
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, end, after = rest.partition(END)
    if not found or not end:
        raise InputError(f"{page}: needs the lines {begin} and {END}; the results go between them")
    parts = ["\n".join(f"- {name}: {value}" for name, value in facts.items())]
    for title, picture in figures:
        copy = page.parent / "figures" / picture.name
        with write_atomically(copy) as temporary:
            shutil.copyfile(picture, temporary)
        parts.append(f"### {title}\n\n![{title}](figures/{picture.name})")
    for title, table in tables:
        content = table.read_text(encoding="utf-8").strip()
        parts.append(f"### {title}\n\n{_fold_notes(content)}")
    with write_atomically(page) as temporary:
        body = "\n\n".join(parts)
        temporary.write_text(f"{before}{begin}\n\n{body}\n\n{END}{after}", encoding="utf-8")


def _fold_notes(table: str) -> str:
    """A table with its numbered signatures folded away, since they are longer than it."""
    notes = re.search(r"\n\n(1\. `[^\n]*`(?:\n\d+\. `[^\n]*`)*)\s*$", table)
    if not notes:
        return table
    folded = f"<details><summary>Signatures</summary>\n\n{notes[1]}\n\n</details>"
    return f"{table[: notes.start()]}\n\n{folded}"
