"""Writing a table for a paper (LaTeX), for pages (Markdown, JSON) and for a program (CSV)."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np
import pandas as pd

from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import UNDEFINED
from gec_attribution.storage.csv_files import for_spreadsheets, write_csv
from gec_attribution.storage.files import write_atomically
from gec_study.tables.chosen import best_cells, chosen_columns

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        **{character: f"\\{character}" for character in "&%$#_{}"},
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "`": r"\textasciigrave{}",
        "φ": r"$\phi$",
        "τ": r"$\tau$",
        "Δ": r"$\Delta$",
        "±": r"$\pm$",
        "−": "$-$",
        "→": r"$\rightarrow$",
        "∅": r"$\emptyset$",
        "–": r"\textendash{}",
    }
)


@dataclass(frozen=True)
class Printed:
    """A table as it is printed: texts, not yet escaped for any format.

    Attributes:
        caption: plain text.
        headings: of the columns; the last is that of the notes.
        rows: the cells of each row.
        numeric: whether each column holds numbers, which stand at the right.
        signatures: the notes below the table, numbered from 1.
        bold: row and column, from 0, of each cell that is bold.
    """

    caption: str
    headings: list[str]
    rows: list[list[str]]
    numeric: list[bool]
    signatures: list[str]
    bold: list[list[int]] = field(default_factory=list)


def write_table(
    frame: pd.DataFrame,
    stem: str | Path,
    caption: str,
    numbers: pd.DataFrame,
    *,
    columns: Sequence[str] | None = None,
    best: Mapping[str, str] | None = None,
    signatures: bool = True,
) -> None:
    """Write a table to stem.tex, stem.md and stem.json, and the numbers behind it to stem.csv.

    The LaTeX needs the packages `booktabs` and `adjustbox`; its label is `tab:` and the stem's
    name. `read_printed` reads the JSON.

    Args:
        frame: the cells as text, under the headings that a reader sees. Its index holds the
            signature of each row, or an empty text; equal ones become one numbered note below.
        stem: where to write.
        caption: plain text.
        numbers: what the CSV file holds, with ten significant digits.
        columns: the headings of the columns to print; None prints all.
        best: the headings of columns whose best cells are bold: `highest` or `lowest`.
        signatures: whether the LaTeX and the Markdown have the notes; the CSV has a column of them.

    Raises:
        ConfigError: there is no such heading.
    """
    stem = Path(stem)
    bold = best_cells(frame, best or {}, stem.name)
    frame, bold = (chosen_columns(part, columns, stem.name) for part in (frame, bold))
    table = replace(_printed(frame, caption), bold=np.argwhere(bold.to_numpy()).tolist())
    content = asdict(table)
    if not table.bold:
        del content["bold"]
    shown = table if signatures else _without_notes(table)
    documents = {
        "tex": _latex(shown, label=f"tab:{stem.name}"),
        "md": "\n\n".join(filter(None, markdown_parts(shown))) + "\n",
        "json": json.dumps(content, ensure_ascii=False, indent=1) + "\n",
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
    heading, *rows = [
        f"| {' | '.join(row)} |" for row in _written(table, escape_markdown, "**{}**")
    ]
    alignment = " | ".join("--:" if numeric else ":--" for numeric in table.numeric)
    notes = [f"{number}. `{text}`" for number, text in enumerate(table.signatures, start=1)]
    grid = "\n".join([heading, f"| {alignment} |", *rows])
    return escape_markdown(table.caption), grid, "\n".join(notes)


def escape_latex(text: str) -> str:
    """Plain text as LaTeX that prints it letter for letter, on one line."""
    # A pair of these would print as one other sign: a dash, or quotation marks.
    return re.sub(r"([-',])(?=\1)", r"\1{}", _on_one_line(text).translate(_LATEX))


def escape_markdown(text: str) -> str:
    """Plain text as it is written in a cell of a Markdown table."""
    return re.sub(r"[\\`*_<|~&$]|(?<=\])\(", r"\\\g<0>", _on_one_line(text))


def _on_one_line(text: str) -> str:
    return visible(" ".join(text.split()))


def _printed(frame: pd.DataFrame, caption: str) -> Printed:
    """The cells with the number of each row's note at its end, and the notes."""
    signatures = list(dict.fromkeys(filter(None, frame.index)))
    notes = {signature: str(number) for number, signature in enumerate(signatures, start=1)}
    rows = [
        [*row, notes.get(signature, "")]
        for signature, *row in frame.itertuples(index=True, name=None)
    ]
    headings = [*frame.columns, "Note"]
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(headings)
    return Printed(caption, headings, rows, [_is_numeric(column) for column in columns], signatures)


def _written(table: Printed, escape: Callable[[str], str], bold: str) -> list[list[str]]:
    """The headings and the rows as a format has them, with the cells that are bold."""
    rows = [list(map(escape, row)) for row in table.rows]
    for row, column in table.bold:
        rows[row][column] = bold.format(rows[row][column])
    return [list(map(escape, table.headings)), *rows]


def _without_notes(table: Printed) -> Printed:
    """The table without its last column and what it refers to."""
    rows = [row[:-1] for row in table.rows]
    return replace(
        table, headings=table.headings[:-1], rows=rows, numeric=table.numeric[:-1], signatures=[]
    )


def _latex(table: Printed, label: str) -> str:
    heading, *rows = map(_latex_row, _written(table, escape_latex, r"\textbf{{{}}}"))
    alignment = "".join("r" if numeric else "l" for numeric in table.numeric)
    notes = [
        rf"\textsuperscript{{{number}}}~\texttt{{{_breakable(signature)}}}\par"
        for number, signature in enumerate(table.signatures, start=1)
    ]
    lines = [
        r"% \usepackage{booktabs,adjustbox}",
        r"\begin{table*}",
        r"\centering",
        r"\begin{adjustbox}{max width=\linewidth}",
        rf"\begin{{tabular}}{{{alignment}}}",
        r"\toprule",
        heading,
        r"\midrule",
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{adjustbox}",
        rf"\caption{{{escape_latex(table.caption)}}}",
        rf"\label{{{label}}}",
        *([r"\par\smallskip\raggedright\footnotesize", *notes] if notes else []),
        r"\end{table*}",
    ]
    return "\n".join(lines) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    # After the end of a row, LaTeX takes a bracket or star for an option of the line break.
    guard = "{}" if cells[0].startswith(("[", "*")) else ""
    return guard + " & ".join(cells) + r" \\"


def _breakable(signature: str) -> str:
    return escape_latex(signature).replace(r"\textbar{}", r"\textbar{}\allowbreak{}")


def _is_numeric(column: Iterable[str]) -> bool:
    """Whether the cells that are not blank begin with numbers."""
    filled = [cell for cell in column if cell]
    return bool(filled) and all(re.match(rf"[+−]?\d|{UNDEFINED}$", cell) for cell in filled)
