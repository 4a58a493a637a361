import pandas as pd
import pytest
from experiments.case_study.synthetic import case_study_rows
from table_checks import written

from gec_attribution.experiments.case_study import table as case_study
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.storage.csv_files import for_spreadsheets, read_tables, write_csv


def test_the_csv_can_be_read_back(tmp_path):
    numbers = case_study_rows("some", [0.25, -0.125]).assign(
        correction=["NA", 'a "b", c', ""]
    )
    written(tmp_path, case_study.tabulate(numbers), numbers=numbers)
    text = experiments()["case_study"].text_columns
    pd.testing.assert_frame_equal(
        read_tables([tmp_path / "example.csv"], text), numbers
    )


@pytest.mark.parametrize("text", ["a\rb", "\r", "a\r\nb", "a\nb", 'a"\r"b'])
def test_a_line_end_within_a_text_is_read_back(tmp_path, text):
    table = pd.DataFrame({"source": [text, "", "x"], "phi": [0.5, None, -1.0]})
    write_csv(table, tmp_path / "x.csv")
    pd.testing.assert_frame_equal(read_tables([tmp_path / "x.csv"]), table)


def test_no_text_for_people_is_a_formula_and_numbers_stay_numbers():
    formulas = ["=1+1", "+1", "-", "@SUM(A1)", "\t=1", "\r=1"]
    harmless = ["a = b", "", "−1", "∅"]
    table = pd.DataFrame({"text": formulas + harmless, "phi": -0.5, "line": -1})
    guarded = for_spreadsheets(table)
    assert guarded["text"].tolist() == [f"'{text}" for text in formulas] + harmless
    pd.testing.assert_frame_equal(guarded[["phi", "line"]], table[["phi", "line"]])
