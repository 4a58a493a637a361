"""Tables as they are written, read as a reader sees them."""

import re

import pandas as pd

from gec_attribution.tables.render import write_table

SUFFIXES = ("tex", "md", "json", "csv")


def written(folder, frame, caption="A caption.", numbers=None, name="example"):
    numbers = pd.DataFrame({"x": [1.0]}) if numbers is None else numbers
    write_table(frame, folder / name, caption, numbers)
    return {suffix: (folder / f"{name}.{suffix}").read_bytes() for suffix in SUFFIXES}


def rows_of_markdown(document):
    """The cells of a Markdown table as a reader sees them."""
    lines = [line for line in document.decode().splitlines() if line.startswith("|")]
    cells = [re.split(r"(?<!\\)\|", line.replace("\\\\", "\0"))[1:-1] for line in lines]
    plain = [
        [re.sub(r"\\(.)", r"\1", cell.strip()).replace("\0", "\\") for cell in row] for row in cells
    ]
    return [plain[0], *plain[2:]]


def rows_of_latex(document):
    body = document.decode().split("\\toprule\n")[1].split("\\bottomrule")[0]
    return [line for line in body.splitlines() if line != "\\midrule"]
