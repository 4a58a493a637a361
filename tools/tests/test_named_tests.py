"""The tests that pages name, by which they stand for what they promise, are there."""

import re

import pytest
from project import ROOT

TESTS = [
    path
    for folder in ("tests", "training/tests", "tools/tests")
    for path in (ROOT / folder).rglob("test_*.py")
]
DEFINED = {
    name
    for path in TESTS
    for name in re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
} | {path.stem for path in TESTS}


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_what_a_page_names_is_a_test(page):
    named = re.findall(r"`(?:[\w/]*/)?(test_\w+)(?:\.py)?`", page.read_text(encoding="utf-8"))
    assert sorted(set(named) - DEFINED) == []
    assert named or page.name not in ("reliability.md", "gpu.md")
