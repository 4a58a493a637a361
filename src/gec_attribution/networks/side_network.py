"""Side networks: small judges that read the hidden states of a frozen causal language model.

Ladder side-tuning (Sung et al. 2022) trains a network beside a model, which stays as it is: a
text passes through the model once, forwards, and training needs no more than what it left there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch.nn import functional

SIGNS = 3
"""What a language model says of a token: its loss, the entropy, and the least possible loss."""


@dataclass(frozen=True)
class Shape:
    """Sizes of a side network.

    Attributes:
        layers: the layers of the language model whose states are read; 0 is the embeddings.
        hidden: width of these states.
        width: width of the side network.
        blocks: how many blocks of attention it has.
        labels: names of its heads.
        dropout: share of what is dropped in training.
    """

    layers: tuple[int, ...]
    hidden: int
    width: int
    blocks: int
    labels: tuple[str, ...]
    dropout: float = 0.0


class SideNetwork(torch.nn.Module):
    """A judge of texts, from what a language model makes of their tokens.

    States are standardised by the means and deviations that tokens of the training texts have.
    Attention is in both directions. Heads are linear in the mean and the maximum over all tokens.
    """

    def __init__(self, shape: Shape) -> None:
        """Make a network with random weights."""
        super().__init__()
        width = shape.width
        self.shape = shape
        self.register_buffer("mean", torch.zeros(len(shape.layers), shape.hidden))
        self.register_buffer("deviation", torch.ones(len(shape.layers), shape.hidden))
        self.states = torch.nn.Linear(len(shape.layers) * shape.hidden, width)
        self.signs = torch.nn.Linear(SIGNS, width)
        self.second = torch.nn.Parameter(torch.zeros(width))
        self.blocks = torch.nn.ModuleList(Block(width, shape.dropout) for _ in range(shape.blocks))
        self.norm = torch.nn.LayerNorm(width)
        self.heads = torch.nn.Linear(2 * width, len(shape.labels))
        self.dropout = torch.nn.Dropout(shape.dropout)

    def project(self, states: torch.Tensor, signs: torch.Tensor) -> torch.Tensor:
        """Tokens, (tokens, width), as the blocks read them.

        Args:
            states: (tokens, layers, hidden).
            signs: (tokens, `SIGNS`), in nats.
        """
        # A few units of a language model are thousands of times as large as the rest.
        standard = ((states - self.mean) / self.deviation).clamp(-5, 5)
        return self.states(self.dropout(standard.flatten(-2))) + self.signs(signs / 4)

    def judge(self, tokens: torch.Tensor, mask: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
        """What each head says, (texts, heads).

        Args:
            tokens: (texts, tokens, width).
            mask: which of them there are, (texts, tokens).
            second: which of them are of the second text of a pair, (texts, tokens).
        """
        tokens = tokens + second.unsqueeze(-1) * self.second
        for block in self.blocks:
            tokens = block(tokens, mask)
        tokens = self.norm(tokens) * mask.unsqueeze(-1)
        mean = tokens.sum(1) / mask.sum(1, keepdim=True)
        most = tokens.masked_fill(~mask.unsqueeze(-1), -torch.inf).amax(1)
        return self.heads(self.dropout(torch.cat([mean, most], -1)))


class Block(torch.nn.Module):
    """Attention in both directions and two linear maps, each after a norm and beside a shortcut."""

    def __init__(self, width: int, dropout: float, heads: int = 4) -> None:
        """Make a block with random weights."""
        super().__init__()
        self.attention_heads = heads
        self.norms = torch.nn.ModuleList(torch.nn.LayerNorm(width) for _ in range(2))
        self.attention = torch.nn.Linear(width, 3 * width)
        self.mix = torch.nn.Linear(width, width)
        self.inner = torch.nn.Linear(width, 2 * width)
        self.outer = torch.nn.Linear(2 * width, width)
        self.dropout = torch.nn.Dropout(dropout)

    def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The tokens after this block, (texts, tokens, width)."""
        parts = self.attention(self.norms[0](tokens)).chunk(3, -1)
        split = [part.unflatten(-1, (self.attention_heads, -1)).transpose(1, 2) for part in parts]
        mixed = functional.scaled_dot_product_attention(*split, attn_mask=mask[:, None, None])
        tokens = tokens + self.dropout(self.mix(mixed.transpose(1, 2).flatten(-2)))
        inner = functional.gelu(self.inner(self.norms[1](tokens)))
        return tokens + self.dropout(self.outer(inner))


def padded(parts: Sequence[Sequence[torch.Tensor]]) -> tuple[torch.Tensor, ...]:
    """Arguments of `SideNetwork.judge` from the tokens of texts, or of the two texts of pairs.

    What has no token is one token of zeros.
    """
    whole = [
        torch.cat(list(texts)) if any(map(len, texts)) else texts[0].new_zeros(1, texts[0].shape[1])
        for texts in parts
    ]
    tokens = torch.nn.utils.rnn.pad_sequence(whole, batch_first=True)
    places = torch.arange(tokens.shape[1], device=tokens.device)
    lengths, firsts = (
        torch.tensor([[count] for count in counts], device=tokens.device)
        for counts in ([len(text) for text in whole], [len(texts[0]) for texts in parts])
    )
    mask = places < lengths
    return tokens, mask, mask & (places >= firsts)
