"""From text as people write it to tokens, and the way back after a correction."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.languages import load_language

ENGLISH, CHINESE = load_language("en"), load_language("zh")

WORDS = [
    "I",
    "don't",
    "cannot",
    "it's",
    '"Go,"',
    "(home)",
    "Mr.",
    "5%",
    "$3",
    "p.m.",
    "…",
    "🙂",
]
WRITTEN = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", "  ", "\t", ". ", ", "])),
    max_size=8,
).map(lambda pairs: "".join(word + gap for word, gap in pairs))


@pytest.mark.parametrize(
    ("text", "corrected", "written"),
    [
        ("He go home, now.", "He went home , now .", "He went home, now."),
        ("I don't  know  nothing ,sir.", "I do n't know  anything ,sir .",
         "I don't  know anything ,sir."),
        ("I don’t\tknow him ,sir.", "I do n’t know , sir .", "I don’t\tknow,sir."),
        ("He say “go”.", "He says “ go ” .", "He says “go”."),
        ("A “freind” (‘my freind’ ).", "A “ friend ” ( ‘ a good friend ’ ) .",
         "A “friend” (‘a good friend’ )."),
        ("“The freind”, she said.", "“ freind , so ” , she said .", "“freind, so”, she said."),
        ("They dont know.", "They do n't know .", "They don't know."),
        ("It rain. Bring (my) umbrella!", "It rains . Bring ( your ) umbrella !",
         "It rains. Bring (your) umbrella!"),
        ("I went home", "I went home , and slept .", "I went home, and slept."),
        ("  so  so \t", "so so", "  so  so \t"),
        ("gone", "", ""),
        ("", "New .", "New."),
    ],
)  # fmt: skip
def test_a_correction_keeps_the_words_and_spaces_that_it_did_not_change(
    text, corrected, written
):
    assert ENGLISH.to_plain_text(corrected, text) == written


@pytest.mark.parametrize("piece", ["a-b-", "a b ", "Mr. ", "!", '."', "'"])
def test_text_that_repeats_itself_is_cut_and_put_together(piece):
    """An alignment of all characters would take minutes."""
    text = f"{piece * (4000 // len(piece))}."
    corrected = ENGLISH.from_plain_text(text.replace("b", "c"), source=text)
    back = ENGLISH.to_plain_text(corrected, text)
    assert "".join(back.split()) == "".join(text.replace("b", "c").split())
    ENGLISH.from_plain_text(text * 4)


@given(WRITTEN)
def test_what_is_not_corrected_comes_back_as_it_was(text):
    tokenised = ENGLISH.from_plain_text(text)
    assert "".join(tokenised.split()) == "".join(text.split())
    assert ENGLISH.to_plain_text(tokenised, text) == text or not text.strip()


@given(WRITTEN, WRITTEN)
def test_any_correction_has_its_own_characters(text, other):
    corrected = ENGLISH.from_plain_text(other)
    back = ENGLISH.to_plain_text(corrected, text)
    assert "".join(back.split()) == "".join(corrected.split())


def test_chinese_needs_no_tokeniser_and_keeps_the_spaces_of_the_writer():
    assert CHINESE.from_plain_text("我 去学校。") == "我去学校。"
    assert CHINESE.to_plain_text("我去了学校。", "我 去学校。") == "我 去了学校。"
