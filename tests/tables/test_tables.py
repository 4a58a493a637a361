import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.errors import InputError
from gec_attribution.formatting.numerals import UNDEFINED, decimals_for, numeral, with_interval
from gec_attribution.storage.csv_files import read_tables
from gec_attribution.tables import (
    case_study,
    meta_evaluation,
    paper_vs_reproduction,
    sampling_error,
)
from gec_attribution.tables.published import NUMBERS
from gec_attribution.tables.render import escape_latex, escape_markdown, write_table

SUFFIXES = ("tex", "md", "csv")


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
    ],
)
def test_latex_prints_text_letter_for_letter(text, latex):
    assert escape_latex(text) == latex


@given(st.text())
def test_escaped_latex_holds_no_active_character(text):
    escaped = escape_latex(text)
    assert not re.search(r"(?<!\\)[%&#_~^\n]", escaped)
    bare = re.sub(r"\\[{}]", "", escaped)
    assert bare.count("{") == bare.count("}")


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
        r"A\textbar{}B & C\_D & Note \\",
        r"a\textbar{}b & *x*\_y\_ &  \\",
        r"\textless{}b\textgreater{} & 5 \% \& \textbackslash{} &  \\",
    ]


def test_a_row_may_begin_with_what_latex_takes_for_an_option(tmp_path):
    frame = pd.DataFrame([["[2pt]"], ["*"]], columns=["A"], index=["", ""])
    _, first, second = rows_of_latex(written(tmp_path, frame)["tex"])
    assert first.startswith("{}[2pt]")
    assert second.startswith("{}*")


def test_rows_with_one_signature_share_one_note(tmp_path):
    frame = pd.DataFrame({"A": ["p", "q", "r", "s"]}, index=["m:x|v:1", "m:y_z|v:1", "", "m:x|v:1"])
    files = written(tmp_path, frame)
    assert [row[-1] for row in rows_of_markdown(files["md"])] == ["Note", "1", "2", "", "1"]
    assert files["md"].decode().endswith("\n\n1. `m:x|v:1`\n2. `m:y_z|v:1`\n")
    latex = files["tex"].decode()
    assert latex.count(r"\textsuperscript{1}~\texttt{m:x\textbar{}\allowbreak{}v:1}") == 1
    assert latex.count(r"\textsuperscript{2}~\texttt{m:y\_z\textbar{}\allowbreak{}v:1}") == 1


def test_label_and_caption_and_alignment(tmp_path):
    frame = pd.DataFrame(
        {"Text": ["x", "1y"], "Number": ["0.5 [0.1, 0.9]", "−2"], "Partly": ["", UNDEFINED]},
        index=["", ""],
    )
    latex = written(tmp_path, frame, "5 % off", name="case_study")["tex"].decode()
    assert r"\label{tab:case_study}" in latex
    assert r"\caption{5 \% off}" in latex
    assert r"\begin{tabular}{lrrl}" in latex


def test_a_table_without_rows_has_its_headings(tmp_path):
    files = written(tmp_path, pd.DataFrame({"A": [], "B": []}))
    assert rows_of_markdown(files["md"]) == [["A", "B", "Note"]]
    assert r"\begin{tabular}{lll}" in files["tex"].decode()


def test_two_writes_give_the_same_bytes_and_leave_nothing_else(tmp_path):
    rows = sampling_error_rows()
    first, second = (
        written(tmp_path, sampling_error.tabulate(rows), sampling_error.caption(rows), rows)
        for _ in range(2)
    )
    assert first == second
    assert {path.name for path in tmp_path.iterdir()} == {f"example.{end}" for end in SUFFIXES}


def test_the_csv_can_be_read_back(tmp_path):
    numbers = case_study_rows("some", [0.25, -0.125]).assign(correction=["NA", 'a "b", c', ""])
    written(tmp_path, case_study.tabulate(numbers), numbers=numbers)
    pd.testing.assert_frame_equal(read_tables([tmp_path / "example.csv"]), numbers)


@pytest.mark.parametrize(
    ("value", "decimals", "signed", "text"),
    [
        (0.12345, 3, False, "0.123"),
        (-1.5, 1, False, "−1.5"),
        (1.5, 1, True, "+1.5"),
        (0.0, 2, True, "0.00"),
        (-0.0, 2, True, "0.00"),
        (-0.001, 2, False, "0.00"),
        (-0.001, 2, True, "−0.00"),
        (float("nan"), 2, True, "–"),
        (None, 2, False, "–"),
    ],
)
def test_numerals(value, decimals, signed, text):
    assert numeral(value, decimals, signed=signed) == text


@given(st.floats(1e-6, 1e6), st.integers(1, 6))
def test_the_largest_number_has_the_digits_asked_for(value, digits):
    decimals = decimals_for([value / 3, -value, None, np.nan], digits)
    assert abs(round(value, decimals) - value) <= 0.5 * 10 ** (
        np.log10(value) - digits + 1
    ) + 0.5 * (decimals == 0)
    assert decimals == 0 or round(value, decimals) >= 10 ** (digits - 1 - decimals)


def test_a_value_without_an_interval_stands_alone():
    assert with_interval(0.5, 0.25, 0.75, 2) == "0.50 [0.25, 0.75]"
    assert with_interval(0.5, np.nan, np.nan, 2) == "0.50"
    assert with_interval(np.nan, np.nan, np.nan, 2) == UNDEFINED


def case_study_rows(metric, phi):
    """A sentence of three chunks: a replacement, an unedited word, a deletion."""
    total = sum(map(abs, phi))
    return pd.DataFrame(
        {
            "dataset": "essays",
            "system": "t5",
            "line": 3,
            "metric": metric,
            "method": "shapley",
            "chunk": [0, 1, 2],
            "source": ["He go", "home", "the"],
            "correction": ["He goes", "home", ""],
            "type": ["R:VERB", "", "U:DET"],
            "phi": [phi[0], np.nan, phi[1]],
            "phi_normalised": [phi[0] / total, np.nan, phi[1] / total],
            "baseline": 0.5,
            "score": 0.5 + sum(phi),
            "signature": f"metric:{metric}|v:1",
        }
    )


def test_case_study_has_chunks_as_columns():
    table = pd.concat(
        [case_study_rows("SOME", [0.25, -0.125]), case_study_rows("PPL", [-30.0, np.nan])]
    )
    shown = case_study.tabulate(table)
    assert list(shown.columns) == ["Source", "He go", "home", "the", "ΔM"]
    assert shown.to_numpy().tolist() == [
        ["Correction", "He goes", "home", "∅", ""],
        ["Type", "R:VERB", "", "U:DET", ""],
        ["SOME, φ", "+0.2500", "", "−0.1250", "+0.1250"],
        ["SOME, normalised", "+0.667", "", "−0.333", ""],
        ["PPL, φ", "−30.00", "", UNDEFINED, UNDEFINED],
        ["PPL, normalised", UNDEFINED, "", UNDEFINED, ""],
    ]
    signatures = ["", "", *["metric:SOME|v:1"] * 2, *["metric:PPL|v:1"] * 2]
    assert list(shown.index) == signatures
    assert "t5 (essays, line 3)" in case_study.caption(table)


def test_case_study_may_repeat_a_chunk():
    table = case_study_rows("SOME", [0.25, -0.125]).assign(source=["the", "Note", "the"])
    assert list(case_study.tabulate(table).columns) == ["Source", "the", "Note", "the", "ΔM"]


def test_case_study_of_two_sentences_is_refused():
    other = case_study_rows("PPL", [1.0, 2.0]).assign(line=4)
    with pytest.raises(InputError, match="SOME, PPL show different sentences"):
        case_study.tabulate(pd.concat([case_study_rows("SOME", [0.25, -0.125]), other]))


def sampling_error_rows():
    common = {"dataset": "JFLEG", "metric": "SOME", "sentences": 82, "edits": 900, "missing": 2}
    common["sources"] = 61
    numbers = {"abs_phi_mean": 0.0838, "abs_phi_sd": 0.05, "seconds_exact": 12.345}
    signature = {"signature": "metric:some|v:1"}
    sampled = {"mae": 0.0171, "mae_low": 0.0165, "mae_high": 0.0177, "seconds_sampling": 0.98765}
    official = {"mae": 0.1368, "mae_low": 0.13, "mae_high": 0.14, "seconds_sampling": 0.05}
    return pd.DataFrame(
        [
            common | {"method": "shapley-sampling", "permutations": 64} | numbers | sampled,
            common | {"method": "official-sampling", "permutations": 15} | numbers | official,
        ]
    ).assign(**signature)


def test_sampling_error():
    shown = sampling_error.tabulate(sampling_error_rows())
    assert shown.iloc[0].to_dict() == {
        "Dataset": "JFLEG",
        "Metric": "SOME",
        "Method": "Shapley sampling",
        "T": "64",
        "MAE": "0.0171 [0.0165, 0.0177]",
        "Exact |φ|": "0.0838 ± 0.0500",
        "Seconds, exact": "12.3",
        "Seconds, sampled": "0.988",
        "Sentences": "82",
        "Edits": "900",
        "Undefined": "2",
    }
    assert shown["Method"].iloc[1] == "official sampling"
    few = sampling_error_rows().assign(mae_low=np.nan, mae_high=np.nan, sources=4)
    assert sampling_error.tabulate(few)["MAE"].tolist() == [
        *("0.0171 (4 sources)", "0.137 (4 sources)")
    ]
    assert list(shown.index) == ["metric:some|v:1"] * 2


def meta_evaluation_row(dataset="jfleg-dev", metric="some", accuracy=0.531):
    return {
        "dataset": dataset,
        "metric": metric,
        "accuracy": accuracy,
        "accuracy_low": accuracy - 0.01,
        "accuracy_high": accuracy + 0.01,
        "accuracy_symmetric": accuracy + 0.002,
        "kendall": -0.066,
        "kendall_low": -0.09,
        "kendall_high": 0.04,
        "pairs": 5000,
        "sentences": 700,
        "ties": 20,
        "missing": 0,
        "signature": f"metric:{metric}|v:1",
    }


def test_meta_evaluation():
    shown = meta_evaluation.tabulate(pd.DataFrame([meta_evaluation_row()]))
    assert shown.to_numpy().tolist() == [
        [
            *("jfleg-dev", "some", "0.531 [0.521, 0.541]", "0.533"),
            *("−0.066 [−0.090, 0.040]", "5000", "700", "20", "0"),
        ]
    ]
    assert list(shown.index) == ["metric:some|v:1"]


def precision_rows(system, score):
    return pd.DataFrame(
        {
            "dataset": "jfleg-dev",
            "metric": "some",
            "system": system,
            "type": ["DET", "PREP"],
            "corpus_score": score,
            "signature": "metric:some|method:shapley|v:1",
        }
    )


def test_the_paper_beside_our_numbers():
    meta = pd.DataFrame(
        [
            meta_evaluation_row(),
            meta_evaluation_row("conll14", "ppl", 0.5),
            meta_evaluation_row("essays", "some"),
            meta_evaluation_row("jfleg-dev", "some-g"),
        ]
    )
    precision = pd.concat([precision_rows("t5", 0.8), precision_rows("ours", 0.9)])
    published = {"jfleg-dev": "jfleg-dev", "conll14": "conll14"}
    table = paper_vs_reproduction.join(meta, precision, published)
    keys = table[["place", "dataset", "metric", "system", "measure"]].to_numpy().tolist()
    assert keys == [
        ["section 4.4", "jfleg-dev", "some", "", "accuracy"],
        ["section 4.4", "jfleg-dev", "some", "", "kendall"],
        ["section 4.4", "conll14", "ppl", "", "accuracy"],
        ["Figure 7", "jfleg-dev", "some", "t5", "corpus_score"],
    ]
    assert table["published"].tolist() == [0.529, 0.058, 0.522, 0.803]
    assert table["difference"].tolist() == pytest.approx([0.002, -0.124, -0.022, -0.003])
    shown = paper_vs_reproduction.tabulate(table)
    assert shown["Ours"].tolist() == [
        "0.531 [0.521, 0.541]",
        "−0.066 [−0.090, 0.040]",
        "0.500 [0.490, 0.510]",
        "0.800",
    ]
    assert shown["Difference"].tolist() == ["+0.002", "−0.124", "−0.022", "−0.003"]
    assert shown.index[-1] == "metric:some|method:shapley|v:1"


def test_a_data_set_is_compared_by_what_it_is_not_by_its_name():
    meta = pd.DataFrame([meta_evaluation_row("essays"), meta_evaluation_row("conll14", "ppl")])
    rows = precision_rows("ours", 0.9)
    table = paper_vs_reproduction.join(meta, rows, {"essays": "jfleg-dev"})
    assert table["dataset"].tolist() == ["essays", "essays"]
    assert table["published"].tolist() == [0.529, 0.058]


def test_a_study_of_other_data_leaves_the_comparison_empty(tmp_path):
    table = paper_vs_reproduction.join(
        pd.DataFrame([meta_evaluation_row("conll14")]), precision_rows("ours", 0.9), {}
    )
    files = written(tmp_path, paper_vs_reproduction.tabulate(table), numbers=table)
    assert len(rows_of_markdown(files["md"])) == 1


def test_published_accuracies_and_correlations_agree():
    value = {(row.dataset, row.metric, row.system, row.measure): row.value for row in NUMBERS}
    assert len(value) == len(NUMBERS)
    for (dataset, metric, _, measure), kendall in value.items():
        if measure == "kendall":
            accuracy = value[dataset, metric, "", "accuracy"]
            assert kendall == pytest.approx(2 * accuracy - 1, abs=0.0016)
