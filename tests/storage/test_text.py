import pytest

from gec_attribution.errors import InputError
from gec_attribution.storage.text import part_of


@pytest.mark.parametrize(
    ("lines", "taken"),
    [("2-3", "bc"), ("4", "d"), ("1, 3-4", "acd"), ("1,3", "ac"), (None, "abcd")],
)
def test_a_part_of_a_file_is_one_stretch_of_lines_or_several(lines, taken):
    assert part_of("abcd", lines, "file") == list(taken)


def test_a_part_beyond_the_end_is_refused():
    with pytest.raises(
        InputError, match=r"^file: has 4 sentences; lines 1, 4-5 are asked for"
    ):
        part_of("abcd", "1, 4-5", "file")
