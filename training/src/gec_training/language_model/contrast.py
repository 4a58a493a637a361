"""Learners' sentences and their corrections, of which a model learns to prefer the latter.

As in Noji and Takamura (2020), the loss of a pair grows with how much likelier the source is than
its correction; here likelihoods are means over tokens, as in the perplexity of a sentence.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import torch

from gec_attribution.storage.seeds import seed_from
from gec_training.language_model.token_batches import IGNORED, by_similar_length, pad

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# How fast the loss of a pair changes with the difference of its two means, in nats per token.
SHARPNESS = 10.0


def pair_batches(
    tokenizer: "Tokenizer", pairs: Sequence[tuple[str, str]], tokens: int, longest: int, seed: int
) -> Iterator[torch.Tensor]:
    """Batches of pairs, epoch after epoch without end; pairs with a text of one token are left out.

    Args:
        tokenizer: of the model.
        pairs: sources and corrections.
        tokens: most entries of a batch, unless a single pair has more.
        longest: tokens after which a text is cut.
        seed: draws the order.

    Yields:
        int64 tensors (texts, longest text), padded at the right with `IGNORED`: each source is
        followed by its correction. Unlike other texts they do not end with the end of text, which
        the perplexity of a sentence does not count.
    """
    encoded = [
        [np.array(tokenizer.encode(text).ids[:longest], dtype=np.int32) for text in pair]
        for pair in pairs
    ]
    encoded = [pair for pair in encoded if min(map(len, pair)) > 1]
    lengths = [max(map(len, pair)) for pair in encoded]
    for epoch in itertools.count():
        for batch in by_similar_length(lengths, tokens // 2, seed_from(seed, "pairs", epoch)):
            yield pad([text for index in batch for text in encoded[index]])


def contrasted(losses: torch.Tensor, batch: torch.Tensor, weight: float) -> torch.Tensor:
    """The summed loss of the corrections, and of their not being preferred to their sources.

    Args:
        losses: in nats, of all tokens but the first of each text, (texts, longest text - 1).
        batch: as from `pair_batches`, (texts, longest text).
        weight: of the preference, for each token of the corrections.

    Returns:
        A scalar.
    """
    counts = (batch[:, 1:] != IGNORED).sum(dim=1)
    means = losses.sum(dim=1) / counts
    preference = torch.nn.functional.softplus(SHARPNESS * (means[1::2] - means[::2])).mean()
    return losses[1::2].sum() + weight * counts[1::2].sum() * preference
