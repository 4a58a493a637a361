import pandas as pd
from experiments.meta_evaluation.synthetic import meta_evaluation_row

from gec_attribution.experiments.meta_evaluation.table import COLUMNS
from gec_attribution.tables.columns import cells


def test_meta_evaluation():
    shown = cells(pd.DataFrame([meta_evaluation_row()]), COLUMNS)
    assert shown.to_numpy().tolist() == [
        [
            *("jfleg-dev", "some", "0.531 [0.521, 0.541]", "0.533"),
            *("−0.066 [−0.090, 0.040]", "5000", "700", "20", "0"),
        ]
    ]
    assert list(shown.index) == ["metric:some|v:1"]
