from pathlib import Path

import pytest
from project import ROOT

from tools.pictures import EXPLORER, take_pictures


@pytest.mark.seldom
def test_all_pictures_of_pages_are_taken(chromium, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    if not EXPLORER.exists():
        pytest.skip("the study learner has no results; `make figures` makes them")
    take_pictures(tmp_path, chromium)
    of_pages = {path.name for path in Path("docs/figures").glob("*.png")}
    assert {path.name for path in tmp_path.iterdir()} == of_pages
    assert all(path.stat().st_size > 50_000 for path in tmp_path.iterdir())
