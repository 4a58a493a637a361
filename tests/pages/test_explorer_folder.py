"""Reasons to refuse an explorer's folder."""

import pandas as pd
import pytest

from gec_attribution.errors import InputError
from gec_attribution.pages.explorer import folder as explorer
from gec_attribution.pages.explorer.columns import DatasetFiles


def test_more_corrections_than_a_browser_shows_are_refused_before_anything_is_read(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(explorer, "MAX_CORRECTIONS", 5)
    pd.DataFrame({"system": [*"aaabbbr"]}).to_parquet(tmp_path / "games.parquet")
    files = DatasetFiles(
        name="large",
        label="Large",
        language="en",
        systems=["a", "b"],
        games=tmp_path / "games.parquet",
        references=[],
        attributions={},
        coalitions=tmp_path / "absent.parquet",
        scores={},
        interactions={},
        explanations={},
        judged=None,
    )
    with pytest.raises(
        InputError, match=r"large has 6 corrected sentences.* datasets\.large\.line"
    ):
        explorer.write_explorer(tmp_path / "explorer", [files], study="s", labels={})
    assert not (tmp_path / "explorer").exists()
