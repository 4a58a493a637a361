"""Edits that a person should look at first, as a table in the terminal."""

import pandas as pd
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gec_attribution.formatting.changes import change
from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import decimals_for, numeral


def print_review(edits: pd.DataFrame, total: int) -> None:
    """Print the rows of `Records.most_doubtful`, out of a `total` of edits with a φ."""
    console = Console()
    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    shown.add_column("φ", justify="right", no_wrap=True)
    shown.add_column("line", justify="right", no_wrap=True)
    shown.add_column("edit", no_wrap=True)
    shown.add_column("type", no_wrap=True)
    shown.add_column("correction")
    decimals = decimals_for(edits["phi"])
    for row in edits.to_dict("records"):
        phi = numeral(row["phi"], decimals, signed=True)
        line = str(row["line"] or row["record"] + 1)
        edit = Text(visible(change(row["original"], row["correction"])))
        shown.add_row(phi, line, edit, row["type"], Text(visible(row["hypothesis"])))
    console.print(shown)
    console.print(
        f"{len(edits)} of {total} edits, those of lowest φ; a low φ is a reason to look, and none "
        "to delete an edit",
        style="dim",
    )
