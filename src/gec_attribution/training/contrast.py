"""Pairs that differ by one synthetic error, and a margin between their likelihoods.

A language model trained on correct text alone learns the commonest words first and agreement last.
Showing it what is wrong, too, with a margin by which the right sentence must be the likelier one,
sharpens what it knows of syntax (Noji and Takamura 2020, section 3).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from transformers import GPT2LMHeadModel

from gec_attribution.edits import apply_edits
from gec_attribution.training.loop import rows_of_like_length
from gec_attribution.training.synthetic_errors import draw_errors, learn_lexicon
from gec_attribution.training.token_batches import IGNORED

_LEXICON_SIZE = 3000
_MOST_ERRORS = 6
_SHARES = {
    "inflection": 0.22,
    "article": 0.09,
    "preposition": 0.10,
    "function": 0.08,
    "auxiliary": 0.08,
    "choice": 0.09,
    "punctuation": 0.09,
    "spelling": 0.08,
    "order": 0.02,
    "missing": 0.04,
    "extra": 0.11,
}


@dataclass(frozen=True)
class Contrasts:
    """Where pairs come from.

    Attributes:
        sentences: tokenised, correct, ordered by length.
    """

    sentences: Sequence[list[str]]

    @cached_property
    def lexicon(self) -> list[str]:
        """Frequent words of the sentences."""
        return learn_lexicon(self.sentences, _LEXICON_SIZE)

    def draw(self, count: int, generator: np.random.Generator) -> tuple[list[str], list[str]]:
        """About `count` better sentences of like length, and as many worse ones.

        The worse one of a pair has one error more. Both may share others, as a learner's sentence
        does that a single edit is applied to.
        """
        better, worse = [], []
        for row in rows_of_like_length(len(self.sentences), count, generator):
            tokens = self.sentences[row]
            count = int(generator.integers(min(_MOST_ERRORS, 1 + len(tokens) // 4))) + 1
            errors = list(draw_errors(tokens, count, self.lexicon, generator, _SHARES))
            if errors:
                worse.append(" ".join(apply_edits(tokens, errors)))
                errors.pop(generator.integers(len(errors)))
                better.append(" ".join(apply_edits(tokens, errors)))
        return better, worse


def contrast_loss(
    model: GPT2LMHeadModel, better: torch.Tensor, worse: torch.Tensor, margin: float
) -> torch.Tensor:
    """By how much, on average, pairs fall short of the margin, in nats; a scalar.

    What is compared is the mean loss a token, on which perplexity rests, times the tokens of the
    better sentence.

    Args:
        model: the model.
        better: (pairs, longest) token numbers, padded at the right with `IGNORED`.
        worse: likewise.
        margin: nats by which the better sentence should be the likelier one.
    """
    means = [_mean_losses(model, batch.to(model.device)) for batch in (better, worse)]
    tokens = (better[:, 1:] != IGNORED).sum(1).to(model.device)
    return (margin - (means[1] - means[0]) * tokens).clamp(min=0).mean()


def _mean_losses(model: GPT2LMHeadModel, batch: torch.Tensor) -> torch.Tensor:
    """The mean loss of the tokens of each text but the first, in nats: (texts,)."""
    logits = model(batch[:, :-1].clamp(min=0), use_cache=False).logits.float()
    targets = batch[:, 1:]
    losses = torch.nn.functional.cross_entropy(
        logits.transpose(1, 2), targets, ignore_index=IGNORED, reduction="none"
    )
    return losses.sum(1) / (targets != IGNORED).sum(1).clamp(min=1)
