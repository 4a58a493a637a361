import numpy as np
import pandas as pd
from experiments.case_study.synthetic import case_study_rows

from gec_attribution.experiments.case_study import EXPERIMENT
from gec_attribution.experiments.case_study import table as case_study
from gec_attribution.formatting.changes import NOTHING
from gec_attribution.formatting.numerals import UNDEFINED
from gec_attribution.pipeline.captions import caption_template


def test_case_study_has_chunks_as_columns():
    table = pd.concat(
        [
            case_study_rows("SOME", [0.25, -0.125]),
            case_study_rows("PPL", [-30.0, np.nan]),
        ]
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
    (declared,) = EXPERIMENT.tables
    assert f"{NOTHING} is an empty chunk" in " ".join(
        caption_template(EXPERIMENT, declared).split()
    )
