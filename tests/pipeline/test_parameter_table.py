import re

from project import ROOT

from gec_attribution.pipeline.parameter_table import with_tables


def test_the_tables_are_those_of_the_models_and_the_registry():
    page = (ROOT / "config" / "README.md").read_text(encoding="utf-8")
    assert with_tables(page) == page, "run `make docs`"
    rows = re.findall(r"^\| `(\S+\.yaml)` \|", page, re.MULTILINE)
    assert sorted(rows) == sorted(
        path.name for path in (ROOT / "config").glob("*.yaml") if path.stem != "offline"
    )
