"""The command that lists the edits to look at first."""

import pytest
from made_records import edit, made_record

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


def test_the_edits_of_lowest_phi_come_first(file, tmp_path, command):
    page = tmp_path / "page.html"
    printed = " ".join(
        command("review", file, "--share", "0.15", "--html", page).out.split()
    )
    # 0.15 of ten edits are two: that of line 7, then that of line 1.
    assert printed.index("−2.0") < printed.index("x7") < printed.index("x1 ")
    assert "2 of 10 edits" in printed
    assert page.read_text("utf-8").index("x7") < page.read_text("utf-8").index(">x1")


def test_a_share_that_is_none_and_several_metrics_are_refused(file, tmp_path, command):
    refusal = command("review", file, "--share", "0", status=1).err
    assert "share: found 0; give a number above 0 and at most 1" in refusal
    by_ppl = made_record("s t", [edit(0, 1, "x", 1.0, "R:DET")], metric="ppl")
    both = tmp_path / "both.jsonl"
    Records([*Records.read(file), by_ppl]).save(both)
    said = "several metrics or methods cannot be ordered: some shapley, ppl shapley; name one"
    assert said in command("review", both, status=1).err
    command("review", both, "--metric", "ppl")


def test_the_page_does_not_replace_the_records(file, command):
    before = file.read_text("utf-8")
    assert "is also read, as" in command("review", file, "--html", file, status=1).err
    assert file.read_text("utf-8") == before
