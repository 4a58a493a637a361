"""Side networks: small judges that read the hidden states of a frozen causal language model.

Ladder side-tuning (Sung et al. 2022) trains a network beside a model, which stays as it is: a
text passes through the model once, forwards, and training needs no more than what it left there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence

SIGNS = 3
"""Numbers of a language model about a token: its loss, the entropy, the least possible loss."""


@dataclass(frozen=True)
class Shape:
    """Sizes of a side network.

    Attributes:
        layers: the layers of the language model whose states are read; 0 is the embeddings.
        hidden: width of these states.
        width: width of the side network.
        blocks: how many blocks of attention it has.
        labels: names of its heads.
        members: how many networks there are, of which the mean counts.
        dropout: share of what is dropped in training.
    """

    layers: tuple[int, ...]
    hidden: int
    width: int
    blocks: int
    labels: tuple[str, ...]
    members: int = 1
    dropout: float = 0.0


class SideNetwork(nn.Module):
    """A judge of texts that reads a language model's states of their tokens.

    States are standardised by the means and deviations of the training texts' tokens. Attention is
    in both directions. The vector of a text has the means and maxima over its tokens. Heads are
    linear in this vector and in its absolute differences from the vector of another text.
    """

    mean: torch.Tensor
    deviation: torch.Tensor

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        width = shape.width
        layers = len(shape.layers)
        self.shape = shape
        self.register_buffer("mean", torch.zeros(layers, shape.hidden))
        self.register_buffer("deviation", torch.ones(layers, shape.hidden))
        self.states = nn.Linear(layers * shape.hidden, width)
        self.signs = nn.Linear(SIGNS, width)
        blocks = [Block(width, shape.dropout) for _ in range(shape.blocks)]
        self.blocks = nn.ModuleList(blocks)
        self.norm = nn.LayerNorm(width)
        self.heads = nn.Linear(6 * width, len(shape.labels))
        self.dropout = nn.Dropout(shape.dropout)

    def project(self, states: torch.Tensor, signs: torch.Tensor) -> torch.Tensor:
        """Tokens, (tokens, width), as the blocks read them.

        Args:
            states: (tokens, layers, hidden).
            signs: (tokens, `SIGNS`), in nats.
        """
        standard = (states - self.mean) / self.deviation
        # A few units of a language model are thousands of times as large as the rest.
        bounded = standard.clamp(-5, 5)
        of_states = self.states(self.dropout(bounded.flatten(-2)))
        of_signs = self.signs(signs / 4)
        return of_states + of_signs

    def vectors(self, texts: Sequence[torch.Tensor]) -> torch.Tensor:
        """The vector of each text, (texts, 3 * width); one without tokens has a token of zeros."""
        some = [
            text if len(text) else text.new_zeros(1, text.shape[1]) for text in texts
        ]
        read = pad_sequence(some, batch_first=True)
        device = read.device
        lengths = torch.tensor([[len(text)] for text in some], device=device)
        mask = torch.arange(read.shape[1], device=device) < lengths
        tokens = read
        for block in self.blocks:
            tokens = block(tokens, mask)
        tokens = self.norm(tokens)
        is_token = mask.unsqueeze(-1)
        sum_read = (read * is_token).sum(1)
        sum_of_tokens = (tokens * is_token).sum(1)
        tokens_alone = tokens.masked_fill(~is_token, -torch.inf)
        parts = [
            sum_read / lengths,
            sum_of_tokens / lengths,
            tokens_alone.amax(1),
        ]
        return torch.cat(parts, -1)

    def judge(self, vectors: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
        """Outputs of the heads for texts beside their sources or themselves, (texts, heads)."""
        differences = (vectors - others).abs()
        both = torch.cat([vectors, differences], -1)
        return self.heads(self.dropout(both))


class SideNetworks(nn.Module):
    """Networks trained from different seeds; the output of a head is the mean over them."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        networks = [SideNetwork(shape) for _ in range(shape.members)]
        self.members = nn.ModuleList(networks)

    @property
    def networks(self) -> list[SideNetwork]:
        """The networks."""
        return cast("list[SideNetwork]", list(self.members))

    def project(self, states: torch.Tensor, signs: torch.Tensor) -> torch.Tensor:
        """Tokens as in `SideNetwork`, (tokens, members, width)."""
        projected = [member.project(states, signs) for member in self.networks]
        return torch.stack(projected, 1)

    def vectors(self, texts: Sequence[torch.Tensor]) -> torch.Tensor:
        """Vectors as in `SideNetwork`, (texts, members, 3 * width)."""
        read = []
        for number, member in enumerate(self.networks):
            own = [text[:, number] for text in texts]
            read.append(member.vectors(own))
        return torch.stack(read, 1)

    def judge(self, vectors: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
        """Outputs as in `SideNetwork`."""
        outputs = [
            member.judge(vectors[:, number], others[:, number])
            for number, member in enumerate(self.networks)
        ]
        return torch.stack(outputs).mean(0)


class Block(nn.Module):
    """Attention in both directions and two linear maps, each after a norm and beside a shortcut."""

    def __init__(self, width: int, dropout: float, heads: int = 4) -> None:
        super().__init__()
        self.attention_heads = heads
        norms = [nn.LayerNorm(width), nn.LayerNorm(width)]
        self.norms = nn.ModuleList(norms)
        self.attention = nn.Linear(width, 3 * width)
        self.mix = nn.Linear(width, width)
        self.inner = nn.Linear(width, 2 * width)
        self.outer = nn.Linear(2 * width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The tokens after this block, (texts, tokens, width)."""
        before_attention, before_maps = self.norms
        parts = self.attention(before_attention(tokens)).chunk(3, -1)
        query, key, value = map(self._by_head, parts)
        visible = mask[:, None, None]
        mixed = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=visible
        )
        joined = mixed.transpose(1, 2).flatten(-2)
        tokens = tokens + self.dropout(self.mix(joined))
        inner = functional.gelu(self.inner(before_maps(tokens)))
        return tokens + self.dropout(self.outer(inner))

    def _by_head(self, part: torch.Tensor) -> torch.Tensor:
        return part.unflatten(-1, (self.attention_heads, -1)).transpose(1, 2)
