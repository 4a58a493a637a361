"""A case study, and the script that lists all sentences, on the small study."""

import numpy as np
import pandas as pd
from computed_rows import computed


def test_a_case_study_is_of_one_sentence_at_its_line(study):
    table = computed("case_study")["case_study"]
    assert table["source"].tolist() == ["i", "j", "k", "l"]
    assert table["phi"].isna().tolist() == [False, True, False, True]
    assert table["signature"].notna().all()
    whole = pd.read_parquet(study["attributions"][0]).query("system == 'one' and line == 3")
    np.testing.assert_allclose(table["phi"].dropna(), whole["phi"], rtol=1e-9)
