import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.languages.penn import penn_tokens, split_sentences


@pytest.mark.parametrize(
    ("plain", "tokenised"),
    [
        ("I don't know, do you?", "I do n't know , do you ?"),
        ("Mr. Hill's son can't swim.", "Mr. Hill 's son ca n't swim ."),
        ("We've paid $5.50, i.e. 20%, at 10:30.", "We 've paid $ 5.50 , i.e. 20 % , at 10:30 ."),
        ('"I cannot (really)," he said.', '" I can not ( really ) , " he said .'),
        ("My parents' well-known car...", "My parents ' well-known car ..."),
        ("It cost 1,000 euros; that's cheap!", "It cost 1,000 euros ; that 's cheap !"),
    ],
)
def test_penn_tokens(plain, tokenised):
    assert penn_tokens(plain) == tokenised


@given(st.text(alphabet="aAnt'sI. ,\"()!?0", max_size=40))
def test_penn_tokens_move_nothing_but_spaces(sentence):
    tokenised = penn_tokens(sentence)
    assert tokenised.replace(" ", "") == sentence.replace(" ", "")
    assert tokenised == " ".join(tokenised.split())


def test_sentences_end_where_they_should():
    paragraph = 'He met Mr. Jones. "Who?" she asked. J. Smith came. It was I. He left at 5. Yes.'
    assert split_sentences(paragraph) == [
        "He met Mr. Jones.",
        '"Who?" she asked.',
        "J. Smith came.",
        "It was I.",
        "He left at 5.",
        "Yes.",
    ]


@given(st.lists(st.text(alphabet='aAMr.!?"', min_size=1, max_size=6), min_size=1))
def test_sentences_joined_are_the_paragraph(words):
    paragraph = " ".join(words)
    assert " ".join(split_sentences(paragraph)) == paragraph
