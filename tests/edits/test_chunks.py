from itertools import pairwise

from edit_strategies import edit_lists, token_lists
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.edits.chunks import (
    changed_spans,
    chunks,
    edit_type,
    unchanged_spans,
)
from gec_attribution.edits.model import Edit, apply_edits

A = Edit(1, 2, "x", "S")
B = Edit(3, 3, "y z", "M")
C = Edit(4, 6, "", "R")


def test_near_changes_are_one_up_to_the_distance():
    assert changed_spans([[A, B, C]], 0) == [(1, 2), (3, 3), (4, 6)]
    assert changed_spans([[A, B, C]], 1) == [(1, 6)]


def test_a_chunk_has_what_a_version_puts_there_and_its_edits():
    first_chunk, second_chunk = chunks("abcdefg", [A, C], [(1, 3), (4, 6)])
    assert (first_chunk.correction, first_chunk.edits, first_chunk.length) == (
        ("x", "c"),
        (A,),
        2,
    )
    assert (second_chunk.correction, second_chunk.edits, second_chunk.length) == (
        (),
        (C,),
        2,
    )


@given(st.data())
def test_the_chunks_and_what_is_left_make_up_each_version(data):
    source = data.draw(token_lists)
    versions = [
        data.draw(edit_lists(len(source))) for _ in range(data.draw(st.integers(1, 3)))
    ]
    distance = data.draw(st.integers(0, 2))
    spans = changed_spans(versions, distance)
    assert all(one[1] + distance < other[0] for one, other in pairwise(spans))
    for edits in versions:
        parts = {
            (chunk.start, chunk.end): chunk.correction
            for chunk in chunks(source, edits, spans)
        } | {
            (start, end): tuple(source[start:end])
            for start, end in unchanged_spans(spans, len(source))
        }
        rebuilt = [token for _, tokens in sorted(parts.items()) for token in tokens]
        assert rebuilt == apply_edits(source, edits)


def test_an_edit_is_named_by_what_it_does():
    assert edit_type("", "我") == "M"
    assert edit_type("我", "") == "R"
    assert edit_type("他我", "我他") == "W"
    assert edit_type("他我", "我") == "S"
