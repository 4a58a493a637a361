import re

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st
from table_checks import rows_of_latex, rows_of_markdown, written

from gec_attribution.tables.render import escape_markdown, read_printed, write_table


@given(st.text())
def test_a_markdown_cell_is_one_cell_on_one_line(text):
    line = f"| {escape_markdown(text)} |"
    assert len(line.splitlines()) == 1
    assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 2


def test_markdown_and_latex_show_what_the_frame_holds(tmp_path):
    frame = pd.DataFrame(
        [["a|b", "*x*_y_"], ["<b>", "5 % & \\"]], columns=["A|B", "C_D"], index=["", ""]
    )
    files = written(tmp_path, frame)
    assert rows_of_markdown(files["md"]) == [
        ["A|B", "C_D", "Note"],
        ["a|b", "*x*_y_", ""],
        ["<b>", "5 % & \\", ""],
    ]
    assert rows_of_latex(files["tex"]) == [
        r"A\textbar{}B & C\_D \\",
        r"a\textbar{}b & *x*\_y\_ \\",
        r"\textless{}b\textgreater{} & 5 \% \& \textbackslash{} \\",
    ]


def test_a_row_may_begin_with_what_latex_takes_for_an_option(tmp_path):
    frame = pd.DataFrame([["[2pt]"], ["*"]], columns=["A"], index=["", ""])
    _, first_row, second_row = rows_of_latex(written(tmp_path, frame)["tex"])
    assert first_row.startswith("{}[2pt]")
    assert second_row.startswith("{}*")


def test_rows_with_one_signature_share_one_note(tmp_path):
    frame = pd.DataFrame(
        {"A": ["p", "q", "r", "s"]}, index=["m:x|v:1", "m:y_z|v:1", "", "m:x|v:1"]
    )
    files = written(tmp_path, frame)
    assert [row[-1] for row in rows_of_markdown(files["md"])] == [
        "Note",
        "1",
        "2",
        "",
        "1",
    ]
    assert files["md"].decode().endswith("\n\n1. `m:x|v:1`\n2. `m:y_z|v:1`\n")
    assert files["tex"].decode().count("% m:x|v:1\n") == 1
    assert files["tex"].decode().count("% m:y_z|v:1\n") == 1


def test_other_pages_read_the_cells_as_they_were_written(tmp_path):
    frame = pd.DataFrame({"A|": ["x`", "1"], "B": ["1", "−2"]}, index=["m:x", ""])
    written(tmp_path, frame, "5 % *off*")
    table = read_printed(tmp_path / "example.json")
    assert table.caption == "5 % *off*"
    assert table.headings == ["A|", "B", "Note"]
    assert table.rows == [["x`", "1", "1"], ["1", "−2", ""]]
    assert table.numeric == [False, True, True]
    assert table.signatures == ["m:x"]


def test_no_text_behind_a_table_is_a_formula(tmp_path):
    numbers = pd.DataFrame({"source": ["=1+1", "x"], "phi": [-0.5, None]})
    write_table(
        pd.DataFrame({"A": ["p", "q"]}, index=["", ""]), tmp_path / "t", "C.", numbers
    )
    assert (tmp_path / "t.csv").read_text() == "source,phi\n'=1+1,-0.5\nx,\n"
