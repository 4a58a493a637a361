"""A case study, and the script that lists all sentences, on the small study."""

import numpy as np
import pandas as pd
from computed_rows import computed
from small_study import attribute


def listed(study, folder):
    path = folder / "sentences.csv"
    attribute(study, "shapley", attributions=[folder / "a.parquet"], sentences=path)
    return pd.read_csv(path)


def test_a_case_study_is_of_one_sentence_at_its_line(study):
    table = computed("case_study")["case_study"]
    assert table["source"].tolist() == ["i", "j", "k", "l"]
    assert table["phi"].isna().tolist() == [False, True, False, True]
    assert table["signature"].notna().all()
    whole = pd.read_parquet(study["attributions"][0]).query("system == 'one' and line == 3")
    np.testing.assert_allclose(table["phi"].dropna(), whole["phi"], rtol=1e-9)


def test_every_sentence_with_an_edit_is_listed_by_its_line_from_one(study, tmp_path):
    lines = listed(study, tmp_path)[["system", "line"]].to_numpy().tolist()
    assert lines == [["one", 2], ["one", 3], ["one", 4], ["two", 1], ["two", 2], ["two", 3]]
    keys = ["system", "line"]
    attributed = pd.read_parquet(study["attributions"][0])[keys].drop_duplicates()
    assert attributed.to_numpy().tolist() == lines
    planned = pd.read_parquet(study["coalitions"][0]).query("mask > 0")[keys].drop_duplicates()
    assert planned.to_numpy().tolist() == lines
