import pytest
from edit_strategies import sentences_with_edits
from hypothesis import given

from gec_attribution.edits.m2 import (
    edits_by_line,
    edits_of,
    read_m2,
    read_references,
    write_m2,
)
from gec_attribution.edits.matching import count
from gec_attribution.edits.model import (
    AnnotatedSentence,
    Edit,
    apply_edits,
    joined,
    looks_alike,
    m2_tokens,
)
from gec_attribution.errors import InputError

A, B = (Edit(position, position + 1, "x", "R:NOUN") for position in range(2))


@pytest.fixture
def m2_file(tmp_path):
    """Writes an M2 file, and gives its path."""

    def m2_file(content: str):
        path = tmp_path / "x.m2"
        path.write_bytes(content.encode())
        return path

    return m2_file


@given(sentences_with_edits())
def test_edits_are_applied_as_from_right_to_left(case):
    tokens, edits = case
    expected = list(tokens)
    for edit in reversed(edits):
        expected[edit.start : edit.end] = edit.correction.split()
    assert apply_edits(tokens, edits) == expected


@pytest.mark.parametrize(
    ("edits", "problem"),
    [
        ([(0, 4)], "outside its sentence of 3 tokens"),
        ([(2, 1)], "outside its sentence of 3 tokens"),
        ([(0, 2), (1, 3)], "overlaps or precedes"),
        ([(1, 2), (1, 1)], "overlaps or precedes"),
    ],
)
def test_misplaced_edits_are_refused(edits, problem):
    with pytest.raises(InputError, match=problem):
        apply_edits(
            ["a", "b", "c"], [Edit(start, end, "x", "R:OTHER") for start, end in edits]
        )


def test_tokens_stand_between_unicode_white_space():
    assert m2_tokens(" a\u00a0b\u3000c\u2028d\x85e ") == ["a", "b", "c", "d", "e"]
    assert m2_tokens("a\u200bb e\u0301 \ufeff") == ["a\u200bb", "e\u0301", "\ufeff"]


def test_sorts_edits_as_errant_does(m2_file):
    edits = ("2 3|||T|||z", "0 1|||T|||x", "2 2|||T|||y")
    lines = [f"A {edit}|||REQUIRED|||-NONE-|||0\n" for edit in edits]
    path = m2_file(f"S a b c\n{''.join(lines)}")
    assert [edit.correction for edit in next(read_m2(path)).coders[0]] == [
        "x",
        "y",
        "z",
    ]


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        (
            "S a\n\nS b c\nA 1 3|||T|||x|||REQUIRED|||-NONE-|||0\n",
            4,
            "outside its sentence of 2",
        ),
        (
            "S a b\nA 0 2|||T|||x|||R|||N|||0\nA 1 2|||T|||y|||R|||N|||0\n",
            3,
            "overlaps",
        ),
        ("A 0 1|||T|||x|||REQUIRED|||-NONE-|||0\nS a\n", 1, "starts with 'S '"),
        ("S a\nA 0 1|||T|||x\n", 2, "an edit is 'A start end"),
        (
            "S a\nA 0 ١|||T|||x|||R|||N|||0\n",
            2,
            "'١' is no number in the digits 0 to 9",
        ),
        ("S a\nA 0 1|||noop|||-NONE-|||R|||N|||0\n", 2, "a noop is at -1 -1"),
        ("S a b\nA 0 1|||T|||the||a|||R|||N|||0\n", 2, r"'the\|\|a' has alternatives"),
        ("S a\n\nS a    b\nA 0 1|||T|||x|||R|||N|||0\n", 3, "errant_parallel -tok"),
        ("a plain sentence\n", 1, "found 'a plain sentence'"),
    ],
)
def test_bad_m2_names_file_and_line(m2_file, content, line, problem):
    path = m2_file(content)
    with pytest.raises(InputError, match=f"^{path}:{line}: .*{problem}"):
        list(read_m2(path))


@pytest.mark.parametrize(
    "sentence",
    [
        AnnotatedSentence("a\nb", {}),
        AnnotatedSentence("a", {0: (Edit(0, 2, "x", "T"),)}),
        AnnotatedSentence("a", {0: (Edit(0, 1, "x  y", "T"),)}),
        AnnotatedSentence("a", {0: (Edit(0, 1, "x", "T|||U"),)}),
    ],
)
def test_what_m2_cannot_hold_is_refused_and_leaves_no_file(tmp_path, sentence):
    with pytest.raises(InputError, match="sentence 2"):
        write_m2(tmp_path / "x.m2", [AnnotatedSentence("fine", {}), sentence])
    assert list(tmp_path.iterdir()) == []


def test_a_system_has_one_coder(tmp_path):
    path = tmp_path / "x.m2"
    edit = Edit(0, 1, "b", "R:OTHER")
    write_m2(path, [AnnotatedSentence("a", {0: (edit,)}), AnnotatedSentence("c", {})])
    assert list(edits_of(path)) == [("a", (edit,)), ("c", ())]
    write_m2(path, [AnnotatedSentence("a", {0: (), 1: (edit,)})])
    with pytest.raises(
        InputError, match=r"x\.m2:1: 2 coders correct the sentence \(0, 1\)"
    ):
        list(edits_by_line(path))
    assert list(edits_by_line(path, 1)) == [(1, "a", (edit,))]


def test_references_of_other_length_and_lines_without_one_are_refused(tmp_path):
    paths = [tmp_path / "0.m2", tmp_path / "1.m2"]
    write_m2(paths[0], [AnnotatedSentence("a", {0: ()})])
    write_m2(
        paths[1], [AnnotatedSentence("a", {0: ()}), AnnotatedSentence("b", {0: None})]
    )
    with pytest.raises(InputError, match=r"0.m2 has 1, .*1.m2 has 2"):
        read_references(paths)
    with pytest.raises(InputError, match="sentence 2 has no reference"):
        read_references(paths[1:])


def test_conll14_is_written_back_byte_for_byte(shared, tmp_path):
    original = shared / "datasets" / "conll14" / "conll14.errant.m2"
    sentences = list(read_m2(original))
    assert len(sentences) == 1312
    assert {tuple(sentence.coders) for sentence in sentences} == {(0, 1)}
    write_m2(tmp_path / "x.m2", sentences)
    assert (tmp_path / "x.m2").read_bytes() == original.read_bytes()


@pytest.mark.parametrize(
    ("correction", "read", "corrects"),
    [("x", "x", True), ("a", "", False), ("", "", False)],
)
def test_an_edit_of_type_unk_corrects_if_it_has_a_correction(
    m2_file, correction, read, corrects
):
    path = m2_file(f"S a b\nA 0 1|||UNK|||{correction}|||R|||N|||0\n")
    (edit,) = next(read_m2(path)).coders[0]
    assert (edit.correction, edit.corrects) == (read, corrects)
    assert count([edit], [Edit(0, 1, "x", "T")]) == (0, 0, 1)


def test_a_repeated_insertion_counts_each_time_and_is_one_player():
    commas = [Edit(4, 4, ",", "M:PUNCT")] * 2
    anyone = Edit(4, 4, "anyone", "M:NOUN")
    assert count(commas[:1], [*commas, anyone]) == (2, 0, 1)
    assert joined(commas) == (Edit(4, 4, ", ,", "M:PUNCT"),)
    last = Edit(5, 6, "x", "R:NOUN")
    assert joined([commas[0], anyone, commas[1], last]) == (
        Edit(4, 4, ", anyone ,", "M:OTHER"),
        last,
    )
    assert joined([commas[0], anyone]) == (commas[0], anyone)


@pytest.mark.parametrize(
    ("token", "correction", "expected"),
    [
        ("caf\u00e9", "cafe\u0301", True),
        ("word", "wo\u200brd", True),
        ("cafe", "caf\u00e9", False),
        ("word", "", False),
    ],
)
def test_edits_that_cannot_be_seen(token, correction, expected):
    edit = Edit(0, 1, correction, "R:SPELL")
    assert looks_alike([token], edit) is expected
