import pandas as pd
from synthetic_tables import case_study_rows
from table_checks import written

from gec_attribution.experiments.case_study import table as case_study
from gec_attribution.storage.csv_files import read_tables


def test_the_csv_can_be_read_back(tmp_path):
    numbers = case_study_rows("some", [0.25, -0.125]).assign(correction=["NA", 'a "b", c', ""])
    written(tmp_path, case_study.tabulate(numbers), numbers=numbers)
    pd.testing.assert_frame_equal(read_tables([tmp_path / "example.csv"]), numbers)
