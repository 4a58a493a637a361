"""Files that have no end, and the encoding of all others."""

from pathlib import Path

import pytest

from gec_attribution.errors import InputError
from gec_attribution.storage import json_files, text
from gec_attribution.storage.text import part_of, read_lines


def test_a_line_without_an_end_is_refused():
    with pytest.raises(InputError, match=r"^/dev/zero:1: the line has 16,777,216 bytes or more"):
        read_lines("/dev/zero")


def test_a_file_has_a_greatest_number_of_lines(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(text, "MOST_LINES", 2)
    path = tmp_path / "sources.txt"
    path.write_text("a\nb\n", encoding="utf-8")
    assert read_lines(path) == ["a", "b"]
    path.write_text("a\nb\nc\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"sources\.txt: has more than 2 lines"):
        read_lines(path)


def test_a_json_file_has_a_greatest_size(monkeypatch):
    monkeypatch.setattr(json_files, "MOST_BYTES", 1000)
    with pytest.raises(InputError, match=r"^/dev/zero: has more than 1,000 bytes"):
        json_files.read_samples("/dev/zero")


@pytest.mark.parametrize(
    ("lines", "taken"),
    [("2-3", "bc"), ("4", "d"), ("1, 3-4", "acd"), ("1,3", "ac"), (None, "abcd")],
)
def test_a_part_of_a_file_is_one_stretch_of_lines_or_several(lines, taken):
    assert part_of("abcd", lines, "file") == list(taken)


def test_a_part_beyond_the_end_is_refused():
    with pytest.raises(InputError, match=r"^file: has 4 sentences; lines 1, 4-5 are asked for"):
        part_of("abcd", "1, 4-5", "file")
