import pytest

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.edits.references import read_references
from gec_attribution.errors import InputError

A, B = (Edit(position, position + 1, "x", "R:NOUN") for position in range(2))


def test_references_of_all_files_and_coders_are_read_in_order(tmp_path):
    write_m2(tmp_path / "0.m2", [AnnotatedSentence("a b c", {1: (B,), 0: (A,)})])
    write_m2(tmp_path / "1.m2", [AnnotatedSentence("a b c", {0: ()})])
    paths = [tmp_path / "0.m2", tmp_path / "1.m2"]
    assert read_references(paths) == [[(A,), (B,), ()]]


def test_references_of_other_length_are_refused(tmp_path):
    write_m2(tmp_path / "0.m2", [AnnotatedSentence("a", {0: ()})])
    write_m2(tmp_path / "1.m2", [AnnotatedSentence("a", {0: ()})] * 2)
    with pytest.raises(InputError, match=r"0.m2 has 1, .*1.m2 has 2"):
        read_references([tmp_path / "0.m2", tmp_path / "1.m2"])


def test_a_line_without_reference_is_refused(tmp_path):
    write_m2(tmp_path / "0.m2", [AnnotatedSentence("a", {0: ()}), AnnotatedSentence("b", {})])
    with pytest.raises(InputError, match="sentence 2 has no reference"):
        read_references([tmp_path / "0.m2"])
