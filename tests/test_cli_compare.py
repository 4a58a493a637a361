"""The command that compares two systems."""

import json

import pytest
from made_records import edit, made_record

from gec_attribution.attribution.collection import Records


@pytest.fixture
def files(tmp_path):
    """Records of two systems on 12 sentences: one gains 0.5 each, the other 0.25."""
    paths = []
    for name, phi in {"a": 0.5, "b": 0.25}.items():
        sentences = range(1, 13)
        edits = [edit(0, 1, "x", phi, "R:DET")]
        records = Records(made_record("s t", edits, line=line) for line in sentences)
        paths.append(tmp_path / f"{name}.jsonl")
        records.save(paths[-1])
    return paths


def test_two_files_are_compared_with_a_test(files, command):
    printed = command("compare", *files, "--by", "type").out
    assert "some, shapley" in printed
    assert "R:DET 12 / 12 0 / 0 +6.00 / +3.00 +0.25 [+0.25, +0.25]" in " ".join(
        printed.split()
    )
    assert "12 sentences, 0 left out" in printed


def test_the_comparison_is_printed_as_json(files, command):
    ((row,),) = json.loads(command("compare", *files, "--json").out).values()
    assert (row["phi"], row["other_phi"], row["difference"]) == (6, 3, 0.25)


def test_files_by_other_metrics_are_refused(files, tmp_path, command):
    other = tmp_path / "other.jsonl"
    Records([made_record("s t", [], metric="ppl")]).save(other)
    said = "no metric and method is in both files: a has some shapley; other has ppl shapley"
    assert said in command("compare", files[0], other, status=1).err
