from itertools import pairwise

from edit_strategies import edit_lists, token_lists
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.edits.chunks import (
    MERGE_DISTANCE,
    Chunk,
    changed_spans,
    chunks,
    edit_type,
    unchanged_spans,
)
from gec_attribution.edits.model import Edit, apply_edits

A = Edit(1, 2, "x", "S")
B = Edit(3, 3, "y z", "M")
C = Edit(4, 6, "", "R")


def test_changes_with_one_token_between_them_are_one():
    assert changed_spans([[A, B, C, Edit(8, 9, "", "R")]]) == [(1, 6), (8, 9)]


def test_a_chunk_has_what_a_version_puts_there_and_its_edits():
    first_chunk, second_chunk = chunks("abcdefg", [A, C], [(1, 3), (4, 6)])
    assert first_chunk == Chunk(1, 3, ("x", "c"), (A,))
    assert second_chunk == Chunk(4, 6, (), (C,))
    assert first_chunk.length == second_chunk.length == 2


@given(st.data())
def test_the_chunks_and_what_is_left_make_up_each_version(data):
    source = data.draw(token_lists)
    edits_of_one = edit_lists(len(source))
    versions = data.draw(st.lists(edits_of_one, min_size=1, max_size=3))
    spans = changed_spans(versions)
    assert all(one[1] + MERGE_DISTANCE < other[0] for one, other in pairwise(spans))
    for edits in versions:
        parts = {}
        for chunk in chunks(source, edits, spans):
            parts[chunk.start, chunk.end] = chunk.correction
        for start, end in unchanged_spans(spans, len(source)):
            parts[start, end] = source[start:end]
        rebuilt = [token for _, tokens in sorted(parts.items()) for token in tokens]
        assert rebuilt == apply_edits(source, edits)


def test_an_edit_is_named_by_what_it_does():
    assert edit_type("", "我") == "M"
    assert edit_type("我", "") == "R"
    assert edit_type("他我", "我他") == "W"
    assert edit_type("他我", "我") == "S"
