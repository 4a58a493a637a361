"""Writing a figure and the table behind it, so that the same content gives the same bytes.

A figure is what a function `plot(table, **options)` draws: rows of what it shows, and its options.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.figures import style
from gec_attribution.storage.csv_files import (
    TEXT_COLUMNS,
    for_spreadsheets,
    read_tables,
    write_csv,
)
from gec_attribution.storage.files import write_atomically
from gec_attribution.tables.labels import with_labels

# matplotlib writes the time into these two formats unless told otherwise.
_METADATA = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}
# Few browsers have the font of the house style; the letters of Times are as wide.
_FONT = "'STIXGeneral'"
_FONT_OR_TIMES = "'STIXGeneral', 'Times New Roman', Times, serif"


def draw_figure(
    plot: Callable[..., Figure],
    tables: Sequence[str | Path],
    labels: Mapping[str, Mapping[str, str]],
    files: Sequence[Path],
    *,
    options: Mapping[str, Any] | None = None,
    text: Collection[str] = (),
) -> None:
    """Plot the CSV files of a result under the names a reader knows, and write the figure.

    Args:
        plot: takes the rows and the options.
        tables: the CSV files.
        labels: see `with_labels`.
        files: see `save_figure`.
        options: arguments of `plot` that are no columns of the rows. A CSV that is written has a
            column for each, so that the figure can be drawn from it again.
        text: further columns of text, as for `read_tables`.
    """
    options = options or {}
    table = with_labels(read_tables(tables, text), labels)
    texts = table[[column for column in table if column in TEXT_COLUMNS.union(text)]]
    # Between two dollars, matplotlib would read a formula.
    escaped = table.assign(**texts.replace(r"\$", r"\\$", regex=True))
    save_figure(plot(escaped, **options), table.assign(**options), files)


def save_figure(figure: Figure, table: pd.DataFrame, files: Sequence[Path]) -> None:
    """Write a figure in the format of each file's ending, and the table to one that ends in `.csv`.

    Fonts are embedded in PDF, text in SVG is text, PNG has 300 dpi, and no file says when it was
    made. A character without a glyph is drawn as a box, of which matplotlib warns.
    """
    with style.context():
        # Laid out once: each saving would move the parts a little.
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        for file in files:
            kind = file.suffix.removeprefix(".")
            if kind == "csv":
                write_csv(for_spreadsheets(table), file)
                continue
            with write_atomically(file) as path:
                figure.savefig(path, format=kind, metadata=_METADATA.get(kind))
                if kind == "svg":
                    text = path.read_text("utf-8").replace(_FONT, _FONT_OR_TIMES)
                    path.write_text(text, encoding="utf-8", newline="\n")
