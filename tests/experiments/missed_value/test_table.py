import numpy as np
from experiments.missed_value import synthetic

from gec_study.experiments.missed_value import table as missed_value


def test_systems_with_all_types_and_types_of_all_systems():
    table = synthetic.missed_value(metrics=("SOME",), systems=("A", "B"))
    first_row = {"value_made": 0.0123, "value_made_low": 0.011, "value_made_high": 0.0141}
    first_row |= {"value_recall": 0.4567, "value_recall_low": np.nan, "value_recall_high": np.nan}
    table.loc[0, first_row.keys()] = first_row
    shown = missed_value.tabulate(table)
    assert shown[["System", "Type"]].to_numpy().tolist() == [
        *(["A", "all"], ["B", "all"]),
        *(["all systems", "all"], ["all systems", "DET"]),
    ]
    assert shown.iloc[0]["Made"] == "0.01 [0.01, 0.01]"
    assert shown.iloc[0]["Value recall, %"] == "45.7 (300 sources)"
    assert shown.iloc[0]["Edits"] == "400, 300, 200"
