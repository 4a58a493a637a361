"""Writing a table for a paper (LaTeX), for pages (Markdown, JSON) and for a program (CSV)."""

import json
import re
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import pandas as pd

from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import UNDEFINED
from gec_attribution.storage.csv_files import for_spreadsheets, write_csv
from gec_attribution.storage.files import write_atomically
from gec_attribution.tables.latex import Printed, latex


def write_table(
    frame: pd.DataFrame,
    stem: str | Path,
    caption: str,
    numbers: pd.DataFrame,
    *,
    is_transposed: bool = False,
) -> None:
    """Write a table to stem.tex, stem.md and stem.json, and the numbers behind it to stem.csv.

    The LaTeX is for a paper (`tables.latex`): its label is `tab:` and the stem's name.
    `read_printed` reads the JSON.

    Args:
        frame: the cells as text, under the headings that a reader sees. Its index holds the
            signature of each row, or an empty text; equal ones become one numbered note below.
        stem: path of the files without their endings.
        caption: plain text.
        numbers: the content of the CSV file, with ten significant digits.
        is_transposed: whether a column is a row in LaTeX.
    """
    stem = Path(stem)
    table = _printed(frame, caption)
    documents = {
        "tex": latex(table, label=f"tab:{stem.name}", is_transposed=is_transposed),
        "md": "\n\n".join(filter(None, markdown_parts(table))) + "\n",
        "json": json.dumps(asdict(table), ensure_ascii=False, indent=1) + "\n",
    }
    for suffix, document in documents.items():
        with write_atomically(f"{stem}.{suffix}") as path:
            path.write_text(document, encoding="utf-8", newline="\n")
    write_csv(for_spreadsheets(numbers), f"{stem}.csv")


def read_printed(path: str | Path) -> Printed:
    """The cells that `write_table` wrote as JSON."""
    return Printed(**json.loads(Path(path).read_text(encoding="utf-8")))


def markdown_parts(table: Printed) -> tuple[str, str, str]:
    """A table's caption, its rows and its numbered signatures (or nothing), as Markdown."""
    rows = [list(map(escape_markdown, row)) for row in [table.headings, *table.rows]]
    rows.insert(1, ["--:" if is_numeric else ":--" for is_numeric in table.numeric])
    grid = [f"| {' | '.join(row)} |" for row in rows]
    notes = [
        f"{number}. `{text}`" for number, text in enumerate(table.signatures, start=1)
    ]
    return escape_markdown(table.caption), "\n".join(grid), "\n".join(notes)


def escape_markdown(text: str) -> str:
    """Plain text as it is written in a cell of a Markdown table."""
    line = visible(" ".join(text.split()))
    return re.sub(r"[\\`*_<|~&$]|(?<=\])\(", r"\\\g<0>", line)


def _printed(frame: pd.DataFrame, caption: str) -> Printed:
    """The cells with the number of each row's note at its end, and the notes."""
    notes: dict[str, str] = {}
    rows = []
    for signature, *row in frame.itertuples(index=True, name=None):
        note = notes.setdefault(signature, str(len(notes) + 1)) if signature else ""
        rows.append([*row, note])
    headings = [*frame.columns, "Note"]
    columns = [[row[place] for row in rows] for place in range(len(headings))]
    return Printed(
        caption, headings, rows, list(map(_is_numeric, columns)), list(notes)
    )


def _is_numeric(column: Iterable[str]) -> bool:
    """True if all cells but the blank ones begin with numbers."""
    filled = [cell for cell in column if cell]
    return bool(filled) and all(
        re.match(rf"(< )?[+−]?\d|{UNDEFINED}$", cell) for cell in filled
    )
