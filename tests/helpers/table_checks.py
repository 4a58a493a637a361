"""Tables as they are written, read as a reader sees them."""

import re
import shutil
import subprocess

import pandas as pd
import pytest

from gec_attribution.tables.render import write_table

needs_latex = pytest.mark.skipif(
    shutil.which("pdflatex") is None,
    reason="needs pdflatex (texlive-latex-base and texlive-latex-recommended of Debian)",
)
# Two columns on A4, as in ACL's style.
PAGE = r"""
\documentclass[11pt,twocolumn]{article}
\usepackage{array,booktabs}
\setlength{\textwidth}{16cm} \setlength{\columnsep}{0.6cm} \setlength{\textheight}{24.7cm}
\begin{document}
%s
\end{document}
"""
SUFFIXES = ("tex", "md", "json", "csv")


def written(
    folder, frame, caption="A caption.", numbers=None, name="example", **options
):
    numbers = pd.DataFrame({"x": [1.0]}) if numbers is None else numbers
    write_table(frame, folder / name, caption, numbers, **options)
    return {suffix: (folder / f"{name}.{suffix}").read_bytes() for suffix in SUFFIXES}


def rows_of_markdown(document):
    """The cells of a Markdown table as a reader sees them."""
    lines = [line for line in document.decode().splitlines() if line.startswith("|")]
    cells = [re.split(r"(?<!\\)\|", line.replace("\\\\", "\0"))[1:-1] for line in lines]
    plain = [
        [re.sub(r"\\(.)", r"\1", cell.strip()).replace("\0", "\\") for cell in row]
        for row in cells
    ]
    return [plain[0], *plain[2:]]


def rows_of_latex(document):
    body = document.decode().split("\\toprule\n")[1].split("\\bottomrule")[0]
    return [line for line in body.splitlines() if line != "\\midrule"]


def typeset(folder, tables):
    """Lines of pdflatex about errors, and boxes too wide or too high, in a paper of tables."""
    inputs = [
        rf"\typeout{{table {name}}}{text}\clearpage" for name, text in tables.items()
    ]
    (folder / "paper.tex").write_text(PAGE % "\n".join(inputs), encoding="ascii")
    command = ["pdflatex", "-interaction=nonstopmode", "paper.tex"]
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    log = (folder / "paper.log").read_text(encoding="latin-1")
    assert "Output written on paper.pdf" in log
    return re.findall(
        r"^(?:!|Overfull|LaTeX Warning: Float too large).*", log, re.MULTILINE
    )
