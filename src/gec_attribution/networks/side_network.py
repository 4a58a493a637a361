"""Side networks: small judges that read the hidden states of a frozen causal language model.

Ladder side-tuning (Sung et al. 2022) trains a network beside a model, which stays as it is: a
text passes through the model once, forwards, and training needs no more than what it left there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import torch
from torch.nn import functional

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


class SideNetwork(torch.nn.Module):
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
        self.shape = shape
        self.register_buffer("mean", torch.zeros(len(shape.layers), shape.hidden))
        self.register_buffer("deviation", torch.ones(len(shape.layers), shape.hidden))
        self.states = torch.nn.Linear(len(shape.layers) * shape.hidden, width)
        self.signs = torch.nn.Linear(SIGNS, width)
        self.blocks = torch.nn.ModuleList(Block(width, shape.dropout) for _ in range(shape.blocks))
        self.norm = torch.nn.LayerNorm(width)
        self.heads = torch.nn.Linear(6 * width, len(shape.labels))
        self.dropout = torch.nn.Dropout(shape.dropout)

    def project(self, states: torch.Tensor, signs: torch.Tensor) -> torch.Tensor:
        """Tokens, (tokens, width), as the blocks read them.

        Args:
            states: (tokens, layers, hidden).
            signs: (tokens, `SIGNS`), in nats.
        """
        # A few units of a language model are thousands of times as large as the rest.
        standard = ((states - self.mean) / self.deviation).clamp(-5, 5)
        of_states = self.states(self.dropout(standard.flatten(-2)))
        return of_states + self.signs(signs / 4)

    def vectors(self, texts: Sequence[torch.Tensor]) -> torch.Tensor:
        """The vector of each text, (texts, 3 * width); one without tokens has a token of zeros."""
        some = [text if len(text) else text.new_zeros(1, text.shape[1]) for text in texts]
        read = torch.nn.utils.rnn.pad_sequence(some, batch_first=True)
        lengths = torch.tensor([[len(text)] for text in some], device=read.device)
        mask = torch.arange(read.shape[1], device=read.device) < lengths
        tokens = read
        for block in self.blocks:
            tokens = block(tokens, mask)
        tokens = self.norm(tokens)
        is_token = mask.unsqueeze(-1)
        mean_read = (read * is_token).sum(1) / lengths
        mean = (tokens * is_token).sum(1) / lengths
        most = tokens.masked_fill(~is_token, -torch.inf).amax(1)
        return torch.cat([mean_read, mean, most], -1)

    def judge(self, vectors: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
        """Outputs of the heads for texts beside their sources or themselves, (texts, heads)."""
        differences = (vectors - others).abs()
        both = torch.cat([vectors, differences], -1)
        return self.heads(self.dropout(both))


class SideNetworks(torch.nn.Module):
    """Networks trained from different seeds; the output of a head is the mean over them."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.members = torch.nn.ModuleList(SideNetwork(shape) for _ in range(shape.members))

    @property
    def networks(self) -> list[SideNetwork]:
        """The networks."""
        return cast("list[SideNetwork]", list(self.members))

    def project(self, states: torch.Tensor, signs: torch.Tensor) -> torch.Tensor:
        """Tokens as in `SideNetwork`, (tokens, members, width)."""
        return torch.stack([member.project(states, signs) for member in self.networks], 1)

    def vectors(self, texts: Sequence[torch.Tensor]) -> torch.Tensor:
        """Vectors as in `SideNetwork`, (texts, members, 3 * width)."""
        read = []
        for number, member in enumerate(self.networks):
            own = [text[:, number] for text in texts]
            read.append(member.vectors(own))
        return torch.stack(read, 1)

    def judge(self, vectors: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
        """Outputs as in `SideNetwork`."""
        pairs = zip(self.networks, vectors.unbind(1), others.unbind(1), strict=True)
        outputs = [member.judge(own, other) for member, own, other in pairs]
        return torch.stack(outputs).mean(0)


class Block(torch.nn.Module):
    """Attention in both directions and two linear maps, each after a norm and beside a shortcut."""

    def __init__(self, width: int, dropout: float, heads: int = 4) -> None:
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
        query, key, value = map(self._by_head, parts)
        visible = mask[:, None, None]
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=visible)
        joined = mixed.transpose(1, 2).flatten(-2)
        tokens = tokens + self.dropout(self.mix(joined))
        inner = functional.gelu(self.inner(self.norms[1](tokens)))
        return tokens + self.dropout(self.outer(inner))

    def _by_head(self, part: torch.Tensor) -> torch.Tensor:
        return part.unflatten(-1, (self.attention_heads, -1)).transpose(1, 2)
