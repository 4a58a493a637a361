import numpy as np

from gec_training.data.contrast import Contrasts

SENTENCES = sorted(
    (
        text.split()
        for text in (
            "The old man lives in a small house .",
            "She has worked on the problems for two years .",
            "They were happy because the train arrived on time .",
            "Many people think that this book is too long .",
        )
    ),
    key=len,
)


def test_a_pair_differs_by_one_error():
    contrasts = Contrasts(SENTENCES)
    for seed in range(30):
        better, worse = contrasts.draw(4, np.random.default_rng(seed))
        assert len(better) == len(worse) > 0
        for sentence, spoilt in zip(better, worse, strict=True):
            left, right = without_shared_ends(sentence.split(), spoilt.split())
            assert left or right
            assert len(left) <= 2
            assert len(right) <= 2


def without_shared_ends(tokens, other_tokens):
    while tokens and other_tokens and tokens[0] == other_tokens[0]:
        tokens, other_tokens = tokens[1:], other_tokens[1:]
    while tokens and other_tokens and tokens[-1] == other_tokens[-1]:
        tokens, other_tokens = tokens[:-1], other_tokens[:-1]
    return tokens, other_tokens


def test_the_better_sentence_is_not_always_free_of_errors():
    drawn = [Contrasts(SENTENCES).draw(4, np.random.default_rng(seed)) for seed in range(20)]
    right = {" ".join(tokens) for tokens in SENTENCES}
    assert any(text in right for better, _ in drawn for text in better)
    assert any(text not in right for better, _ in drawn for text in better)
    assert not any(text in right for _, worse in drawn for text in worse)
