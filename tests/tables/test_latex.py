"""Tables for a paper, as the real pdflatex sets them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project import ROOT
from table_checks import needs_latex, typeset

from gec_attribution.tables.latex import Printed, escape_latex, latex


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("5 % & $1 #2", r"5 \% \& \$1 \#2"),
        ("a_b{c}", r"a\_b\{c\}"),
        ("~^", r"\textasciitilde{}\textasciicircum{}"),
        ("\\n", r"\textbackslash{}n"),
        ("<|>", r"\textless{}\textbar{}\textgreater{}"),
        ("``", r"\textasciigrave{}\textasciigrave{}"),
        ("'' --- ,,", "'{}' -{}-{}- ,{},"),
        ("do n't - no", "do n't - no"),
        ("φ − ∅", r"$\phi$ $-$ $\emptyset$"),
        ("two\nlines", "two lines"),
        ("Müller, 词", r"M\"{u}ller, U+8BCD"),
        ("健康 (health)", "health"),
    ],
)
def test_latex_prints_text_letter_for_letter(text, latex):
    assert escape_latex(text) == latex


@given(st.text())
def test_escaped_latex_holds_no_active_character(text):
    escaped = escape_latex(text)
    assert not re.search(r"(?<!\\)[%&#_~^\n]", escaped)
    assert escaped.isascii()
    bare = re.sub(r"\\[{}]", "", escaped)
    assert bare.count("{") == bare.count("}")


@needs_latex
@pytest.mark.parametrize("study", ["learner", "chinese"])
def test_the_tables_of_the_default_studies_fit_a_paper(study, tmp_path):
    files = sorted((ROOT / "results" / study / "tables").glob("*.tex"))
    if not files:
        pytest.skip(f"the study {study} has no tables here; `make figures` makes them")
    assert (
        typeset(tmp_path, {file.stem: file.read_text("ascii") for file in files}) == []
    )


def of_columns(count, rows=3, **options):
    """A table of some columns of numbers after the name of each row."""
    headings = [
        "System",
        *(f"Measure number {place}" for place in range(count)),
        "Note",
    ]
    cells = [
        [f"system {row}", *[f"0.{row} [0.1, 0.9]"] * count, "1"] for row in range(rows)
    ]
    numeric = [False, *[True] * count, True]
    table = Printed("Numbers. Notes.", headings, cells, numeric, ["v:1"])
    return latex(table, label="tab:x", **options)


@needs_latex
def test_a_wide_table_and_a_long_one_become_several_that_fit(tmp_path):
    words = Printed("A sentence.", ["Source", *["some long words"] * 14, "Sum", "Note"],
                    [["Metric", *["+0.1234"] * 14, "1", ""], ["Other", *["+0.2"] * 15, ""]],
                    [False] * 15 + [True, False], [])  # fmt: skip
    sentence = ["a long sentence " * 12, "1", "another one " * 20, ""]
    claims = Printed("Claims.", ["Claim", "Number", "Why", "Note"], [sentence, [*"abc", ""]],
                     [False, True, False, False], [])  # fmt: skip
    tables = {
        "wide": of_columns(14),
        "long": of_columns(3, 130),
        "transposed": of_columns(14, is_transposed=True),
        "sentence": latex(words, label="tab:z"),
        "text": latex(claims, label="tab:y"),
    }
    assert typeset(tmp_path, tables) == []
    assert (
        tables["wide"].count(r"\begin{tabular}") == tables["wide"].count("System &") > 1
    )
    assert len(re.findall("system 12", tables["long"])) > 1
    assert tables["transposed"].count(r"\begin{tabular}") == 1
    # A table that is too wide is noticed.
    too_wide = "".join(tables["wide"].replace("@{}l", "@{}p{15cm}"))
    assert typeset(tmp_path, {"wide": too_wide})


def test_a_column_that_says_the_same_in_every_row_is_in_the_caption():
    rows = [
        ["Essays", "a", "0.1 [0.0, 0.2]", "1"],
        ["Essays", "b", "0.2 [0.1, 0.3]", "1"],
    ]
    headings = ["Data set", "Metric", "Share", "Note"]
    numeric = [False, False, True, True]
    table = Printed("Shares of edits: of all. More.", headings, rows, numeric, ["v:1"])
    text = latex(table, label="tab:x")
    caption = (
        r"\caption{Shares of edits. Data set: Essays. In brackets: 95 \% intervals.}"
    )
    assert caption in text
    assert r"Metric & Share \\" in text
    assert text.startswith("% \\usepackage{array,booktabs}\n% v:1\n\\begin{table}\n")
