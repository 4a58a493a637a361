import numpy as np
import pytest
import torch
from transformers import GPT2Config, GPT2LMHeadModel

from gec_attribution.training.contrast import Contrasts, contrast_loss
from gec_attribution.training.token_batches import IGNORED

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
        for one, other in zip(better, worse, strict=True):
            left, right = without_shared_ends(one.split(), other.split())
            assert left or right
            assert len(left) <= 2
            assert len(right) <= 2


def without_shared_ends(one, other):
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return one, other


def test_the_better_sentence_is_not_always_free_of_errors():
    drawn = [Contrasts(SENTENCES).draw(4, np.random.default_rng(seed)) for seed in range(20)]
    right = {" ".join(tokens) for tokens in SENTENCES}
    assert any(text in right for better, _ in drawn for text in better)
    assert any(text not in right for better, _ in drawn for text in better)
    assert not any(text in right for _, worse in drawn for text in worse)


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    config = GPT2Config(vocab_size=11, n_positions=8, n_embd=8, n_layer=1, n_head=1)
    return GPT2LMHeadModel(config).eval()


def mean_loss(model, tokens):
    return model(input_ids=tokens[None], labels=tokens[None]).loss.item()


def test_the_loss_is_what_the_margin_lacks(model):
    better = torch.tensor([[1, 2, 3, 4], [5, 6, 7, IGNORED]])
    worse = torch.tensor([[1, 9, 3, IGNORED], [5, 8, 7, 2]])
    # transformers' own mean losses of the unpadded sentences.
    gains = [
        3 * (mean_loss(model, torch.tensor([1, 9, 3])) - mean_loss(model, better[0])),
        2 * (mean_loss(model, worse[1]) - mean_loss(model, torch.tensor([5, 6, 7]))),
    ]
    for margin in (0.0, 0.5, 5.0):
        expected = np.mean([max(0.0, margin - gain) for gain in gains])
        found = contrast_loss(model, better, worse, margin).item()
        assert found == pytest.approx(expected, abs=1e-5)


def test_equal_sentences_lack_the_whole_margin(model):
    texts = torch.tensor([[1, 2, 3]])
    assert contrast_loss(model, texts, texts, 2.5).item() == pytest.approx(2.5)
