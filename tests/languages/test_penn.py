import pytest

from gec_attribution.languages.penn import penn_tokens, split_sentences


@pytest.mark.parametrize(
    ("plain", "tokenised"),
    [
        ("I don't know, do you?", "I do n't know , do you ?"),
        ("Mr. Hill's son can't swim.", "Mr. Hill 's son ca n't swim ."),
        (
            "We've paid $5.50, i.e. 20%, at 10:30.",
            "We 've paid $ 5.50 , i.e. 20 % , at 10:30 .",
        ),
        ('"I cannot (really)," he said.', '" I can not ( really ) , " he said .'),
        ("My parents' well-known car...", "My parents ' well-known car ..."),
        ("It cost 1,000 euros; that's cheap!", "It cost 1,000 euros ; that 's cheap !"),
    ],
)
def test_penn_tokens(plain, tokenised):
    assert penn_tokens(plain) == tokenised


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
