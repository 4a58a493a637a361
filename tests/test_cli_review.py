"""The command that lists the edits to look at first."""

import pytest
from made_records import edit, made_record

from gec_attribution import cli
from gec_attribution.attribution.collection import Records


@pytest.fixture
def file(tmp_path):
    """Records of ten sentences with an edit each, of φ 0.1 to 1.0, but for −2 on line 7."""
    path = tmp_path / "records.jsonl"
    phis = [0.1 * line for line in range(1, 11)]
    phis[6] = -2.0
    Records(
        made_record("s t", [edit(0, 1, f"x{line}", phi, "R:DET")], line=line)
        for line, phi in enumerate(phis, start=1)
    ).save(path)
    return path


def test_the_edits_of_lowest_phi_come_first(file, tmp_path, capsys):
    page = tmp_path / "page.html"
    assert cli.main(["review", str(file), "--share", "0.15", "--html", str(page)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    # 0.15 of ten edits are two: that of line 7, then that of line 1.
    assert printed.index("−2.0") < printed.index("x7") < printed.index("x1 ")
    assert "2 of 10 edits" in printed
    assert page.read_text("utf-8").index("x7") < page.read_text("utf-8").index(">x1")


def test_a_share_that_is_none_and_several_metrics_are_refused(file, tmp_path, capsys):
    assert cli.main(["review", str(file), "--share", "0"]) == 1
    assert "share: found 0; give a number above 0 and at most 1" in capsys.readouterr().err
    by_ppl = made_record("s t", [edit(0, 1, "x", 1.0, "R:DET")], metric="ppl")
    Records([*Records.read(file), by_ppl]).save(tmp_path / "both.jsonl")
    assert cli.main(["review", str(tmp_path / "both.jsonl")]) == 1
    assert "several metrics or methods cannot be ordered: some shapley, ppl shapley; name one" in (
        capsys.readouterr().err
    )
    assert cli.main(["review", str(tmp_path / "both.jsonl"), "--metric", "ppl"]) == 0


def test_the_page_does_not_replace_the_records(file, capsys):
    before = file.read_text("utf-8")
    assert cli.main(["review", str(file), "--html", str(file)]) == 1
    assert "is also read, as" in capsys.readouterr().err
    assert file.read_text("utf-8") == before
