import excgec_oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.edits.model import apply_edits
from gec_attribution.languages.chinese_alignment import (
    ChineseAligner,
    characters,
    substitution_cost,
)
from gec_attribution.languages.chinese_lexicons import Lexicons

# Few characters, so that texts have much in common; punctuation and Latin letters among them.
texts = st.text(st.sampled_from("他她的地得说，。、a1"), max_size=12).map(tuple)


@pytest.fixture(scope="module")
def aligner():
    return ChineseAligner()


@pytest.fixture(scope="module")
def cases():
    return excgec_oracle.load()["cases"]


@pytest.fixture(scope="module")
def confusable():
    return excgec_oracle.aligner()


def as_tuples(edits):
    return [
        (edit.start, edit.end, edit.correction.replace(" ", ""), edit.type)
        for edit in edits
    ]


def test_the_raw_edits_are_the_authors(cases, confusable):
    names = {"T": "W", "U": "R", "M": "M", "S": "S"}
    for case in cases:
        for side in ("target", "hypothesis"):
            raw = case["expected"][f"extraction_{side}"]["raw"]
            expected = [
                (start, end, text, names[name]) for name, start, end, *_, text in raw
            ]
            edits = confusable.edits(characters(case["source"]), characters(case[side]))
            assert as_tuples(edits) == expected, case["id"]


def test_the_joined_edits_are_the_authors(cases, confusable):
    for case in cases:
        for side in ("target", "hypothesis"):
            chunks = case["expected"][f"extraction_{side}"]["md1"]
            expected = [(start, end, text) for start, end, *_, text in chunks]
            texts = (characters(case["source"]), characters(case[side]))
            edits = as_tuples(confusable.joined_edits(*texts))
            assert [edit[:3] for edit in edits] == expected, case["id"]


def test_the_annotated_edits_are_found_where_their_contents_were_not_changed_by_hand(
    shared, aligner
):
    same = 0
    for sample in excgec_oracle.test_samples(shared):
        texts = (characters(sample["source"]), characters(sample["target"]))
        found = [edit[:3] for edit in as_tuples(aligner.joined_edits(*texts))]
        same += found == [
            (*edit["src_interval"], edit["tgt_content"]) for edit in sample["edits"]
        ]
    assert same == 1486


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        # A reordering and an insertion cost the same to the last bit.
        ("baaabab", "caaaabba",
         [[(0, 1, "ca", "S"), (5, 7, "ba", "W")],
          [(0, 1, "c", "S"), (4, 6, "ab", "W"), (7, 7, "a", "M")]]),
        # Words are not reordered across two neighbours on the diagonal that cost the same.
        ("马1骂a妈，", "妈吗a骂马1妈，1骂",
         [[(0, 2, "妈吗", "S"), (2, 4, "a骂", "W"), (4, 4, "马1", "M"), (6, 6, "1骂", "M")]]),
        ("做再座再，再坐作做再", "做做再座坐作再，再做",
         [[(0, 0, "做", "M"), (3, 8, "坐作再，再", "W"), (9, 10, "", "R")]]),
    ],
)  # fmt: skip
def test_rare_alignments_are_those_of_cherrant(aligner, source, target, expected):
    """Alignments by ChERRANT's own aligner and merger for texts drawn at random."""
    edits = aligner.all_edits(characters(source), characters(target))
    assert list(map(as_tuples, edits)) == expected


@given(texts, texts)
def test_the_edits_give_the_target(aligner, source, target):
    every = aligner.all_edits(source, target)
    assert every[0] == aligner.edits(source, target)
    for edits in (aligner.joined_edits(source, target), *every):
        assert tuple(apply_edits(source, edits)) == target
        for edit in edits:
            before, after = (
                source[edit.start : edit.end],
                tuple(edit.correction.split()),
            )
            assert before != after
            if edits in every and edit.type == "S":
                assert before[0] != after[0]
                assert before[-1] != after[-1]


@pytest.mark.parametrize(
    ("character", "other_character", "cost"),
    [
        ("，", "！", 4 / 6 + 0.5),  # marks of punctuation are in no semantic class
        ("，", "。", 4 / 6 + 0.5 + 0.499),  # as published, the full stop is none
        ("，", "a", 4 / 6 + 0.5 + 0.499),
        ("a", "b", 4 / 6 + 0.5 + 0.25),
        ("马", "牛", 0.5 + 0.25),  # one class in Cilin, Dd15
        ("人", "马", 4 / 6 + 0.5 + 0.25),  # Dn03 and Dd15
        ("他", "她", 6 / 6 + 0.25),  # Ed61 and Ba10, but one reading
        ("在", "再", 4 / 6 + 0.25),  # Kb01 and Ka14, likewise
    ],
)
def test_the_cost_of_a_substitution_is_how_unlike_characters_are(
    aligner, character, other_character, cost
):
    computed = substitution_cost(aligner.lexicons, character, other_character)
    assert computed == pytest.approx(
        substitution_cost(aligner.lexicons, other_character, character)
    )
    assert computed == pytest.approx(cost)


def test_confusion_sets_come_from_a_file(tmp_path):
    path = tmp_path / "confusions.txt"
    path.write_text("土 上 士\n\n门 们\n", encoding="utf-8")
    without, with_file = Lexicons(), Lexicons(path)
    assert not without.are_confusable("土", "上")
    assert with_file.are_confusable("土", "上")
    assert with_file.are_confusable("上", "土")
