"""BERT and GPT-2 in their plain forms, for those who do not want to wait for transformers.

The classes here compute, operation by operation, what those of transformers compute with `sdpa`
attention, so that no score depends on which of the two read it. What is not plain (another
activation, other names of weights, a decoder with a cache) is left to transformers: `read_model` is
None then.

Devlin et al. 2019 (BERT); Radford et al. 2019 (GPT-2).
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, Self

import torch
from torch import Tensor, nn
from torch.nn import functional

Weights = Mapping[str, Tensor]


class Output(NamedTuple):
    """What a model makes of a batch of B texts of T tokens.

    Attributes:
        last_hidden_state: of each token, (B, T, hidden).
        hidden_states: those of the embeddings and of each block, if they were asked for.
        logits: of each head, (B, heads), or of each token, (B, T, vocabulary).
    """

    last_hidden_state: Tensor
    hidden_states: tuple[Tensor, ...] | None = None
    logits: Tensor | None = None


class _Model(nn.Module):
    """What both have in common with models of transformers, as far as it is read.

    Attributes:
        config: of the folder's config.json, what is read of it.
    """

    config: SimpleNamespace

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return next(self.parameters()).device

    @property
    def dtype(self) -> torch.dtype:
        """Of the weights that are not in the blocks."""
        return next(self.parameters()).dtype


class _Attention(nn.Module):
    """Attention of several heads; the maps around it belong to the block."""

    def __init__(self, hidden: int, heads: int) -> None:
        super().__init__()
        self.size = hidden // heads

    def forward(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> Tensor:
        """Each of (B, T, hidden); the mask, (B, 1, T, T), is True where a token is read."""
        split = (*query.shape[:-1], -1, self.size)
        query, key, value = (each.view(split).transpose(1, 2) for each in (query, key, value))
        read = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=mask, scale=self.size**-0.5
        )
        return read.transpose(1, 2).reshape(*read.shape[:1], -1, read.shape[1] * self.size)


def _embedding(rows: int, hidden: int) -> nn.Embedding:
    """A table to be filled; nn.Embedding would draw one, for which a meta tensor needs sympy."""
    return nn.Embedding.from_pretrained(torch.empty(rows, hidden))


class _BertBlock(nn.Module):
    def __init__(self, config: SimpleNamespace) -> None:
        super().__init__()
        hidden, inner, epsilon = config.hidden_size, config.intermediate_size, config.layer_norm_eps
        self.query, self.key, self.value = (nn.Linear(hidden, hidden) for _ in range(3))
        self.attention = _Attention(hidden, config.num_attention_heads)
        self.mix = nn.Linear(hidden, hidden)
        self.mix_norm = nn.LayerNorm(hidden, eps=epsilon)
        self.widen = nn.Linear(hidden, inner)
        self.narrow = nn.Linear(inner, hidden)
        self.norm = nn.LayerNorm(hidden, eps=epsilon)

    def forward(self, states: Tensor, mask: Tensor | None) -> Tensor:
        read = self.attention(self.query(states), self.key(states), self.value(states), mask)
        states = self.mix_norm(self.mix(read) + states)
        return self.norm(self.narrow(functional.gelu(self.widen(states))) + states)


class Bert(_Model):
    """BERT, whose weights `transformers` names `bert.…`."""

    # Parts of a weight's name there, and here.
    NAMES = (
        ("embeddings.word_embeddings.", "words."),
        ("embeddings.position_embeddings.", "positions."),
        ("embeddings.token_type_embeddings.", "segments."),
        ("embeddings.LayerNorm.", "norm."),
        ("encoder.layer.", "blocks."),
        (".attention.self.", "."),
        (".attention.output.dense.", ".mix."),
        (".attention.output.LayerNorm.", ".mix_norm."),
        (".intermediate.dense.", ".widen."),
        (".output.dense.", ".narrow."),
        (".output.LayerNorm.", ".norm."),
        ("pooler.dense.", "pooler."),
    )

    def __init__(self, config: SimpleNamespace) -> None:
        super().__init__()
        self.config = config
        hidden = config.hidden_size
        self.words = _embedding(config.vocab_size, hidden)
        self.positions = _embedding(config.max_position_embeddings, hidden)
        self.segments = _embedding(config.type_vocab_size, hidden)
        self.norm = nn.LayerNorm(hidden, eps=config.layer_norm_eps)
        self.blocks = nn.ModuleList(_BertBlock(config) for _ in range(config.num_hidden_layers))

    @property
    def base_model(self) -> Self:
        """The model without heads, which is this one."""
        return self

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor,
        token_type_ids: Tensor | None = None,
        output_hidden_states: bool = False,
    ) -> Output:
        """The states of tokens; all arguments (B, T), the mask 0 where a row is padded."""
        if token_type_ids is None:
            token_type_ids = torch.zeros_like(input_ids)
        places = torch.arange(input_ids.shape[1], device=input_ids.device)[None]
        words = self.words(input_ids) + self.segments(token_type_ids)
        states = [self.norm(words + self.positions(places))]
        # Without a mask, attention has faster kernels.
        mask = None
        if not attention_mask.all():
            rows, length = input_ids.shape
            mask = attention_mask.bool()[:, None, None, :].expand(rows, 1, length, length)
        for block in self.blocks:
            states.append(block(states[-1], mask))
        return Output(states[-1], tuple(states) if output_hidden_states else None)


class BertWithHeads(_Model):
    """BERT and a linear head, or several, on its first token."""

    NAMES = (("bert.", "base_model."), ("base_model.pooler.", "pooler."), *Bert.NAMES)

    def __init__(self, config: SimpleNamespace) -> None:
        super().__init__()
        self.config = config
        self.base_model = Bert(config)
        self.pooler = nn.Linear(config.hidden_size, config.hidden_size)
        self.classifier = nn.Linear(config.hidden_size, config.num_labels)

    def forward(self, **inputs: Any) -> Output:
        """See `Bert`; the logits of the heads, too."""
        output = self.base_model(**inputs)
        pooled = torch.tanh(self.pooler(output.last_hidden_state[:, 0]))
        return output._replace(logits=self.classifier(pooled))


class Conv1D(nn.Module):
    """A linear map whose weights GPT-2 keeps as (inputs, outputs).

    By this name, that of transformers, `precision` knows that it is transposed.
    """

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(inputs, outputs))
        self.bias = nn.Parameter(torch.empty(outputs))

    def forward(self, states: Tensor) -> Tensor:
        """Map (…, inputs) to (…, outputs)."""
        product = torch.addmm(self.bias, states.view(-1, states.shape[-1]), self.weight)
        return product.view(*states.shape[:-1], -1)


class _Gpt2Block(nn.Module):
    def __init__(self, config: SimpleNamespace) -> None:
        super().__init__()
        hidden, epsilon = config.n_embd, config.layer_norm_epsilon
        self.read_norm = nn.LayerNorm(hidden, eps=epsilon)
        self.query_key_value = Conv1D(hidden, 3 * hidden)
        self.attention = _Attention(hidden, config.n_head)
        self.mix = Conv1D(hidden, hidden)
        self.norm = nn.LayerNorm(hidden, eps=epsilon)
        self.widen = Conv1D(hidden, 4 * hidden)
        self.narrow = Conv1D(4 * hidden, hidden)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        parts = self.query_key_value(self.read_norm(states)).split(states.shape[-1], dim=2)
        states = self.mix(self.attention(*parts, mask)) + states
        inner = functional.gelu(self.widen(self.norm(states)), approximate="tanh")
        return states + self.narrow(inner)


class Gpt2(_Model):
    """GPT-2 up to its last hidden states."""

    def __init__(self, config: SimpleNamespace) -> None:
        super().__init__()
        self.config = config
        self.words = _embedding(config.vocab_size, config.n_embd)
        self.positions = _embedding(config.max_position_embeddings, config.n_embd)
        self.blocks = nn.ModuleList(_Gpt2Block(config) for _ in range(config.n_layer))
        self.norm = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)

    def forward(
        self,
        input_ids: Tensor,
        position_ids: Tensor,
        attention_mask: Tensor,
        use_cache: bool = False,
    ) -> Output:
        """The states of tokens.

        Args:
            input_ids: the tokens, (B, T).
            position_ids: how many tokens precede each in its text, (B, T).
            attention_mask: True where a token (row) reads another (column), (B, 1, T, T).
            use_cache: must be False; there is none.
        """
        del use_cache
        states = self.words(input_ids) + self.positions(position_ids)
        for block in self.blocks:
            states = block(states, attention_mask)
        return Output(self.norm(states))


class Gpt2LanguageModel(_Model):
    """GPT-2 with the embeddings of words as its head."""

    NAMES = (
        ("transformer.", "base_model."),
        (".wte.", ".words."),
        (".wpe.", ".positions."),
        (".ln_f.", ".norm."),
        (".h.", ".blocks."),
        (".ln_1.", ".read_norm."),
        (".ln_2.", ".norm."),
        (".attn.c_attn.", ".query_key_value."),
        (".attn.c_proj.", ".mix."),
        (".mlp.c_fc.", ".widen."),
        (".mlp.c_proj.", ".narrow."),
    )

    def __init__(self, config: SimpleNamespace) -> None:
        super().__init__()
        self.config = config
        self.base_model = Gpt2(config)

    def get_output_embeddings(self) -> nn.Module:
        """What maps states, (…, hidden), to logits, (…, vocabulary)."""
        head = nn.Linear(self.config.n_embd, self.config.vocab_size, bias=False, device="meta")
        head.weight = self.base_model.words.weight
        return head

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Output:
        """The logits of tokens that read what precedes them; arguments as in `Bert`."""
        length = input_ids.shape[1]
        before = torch.ones(length, length, dtype=torch.bool, device=input_ids.device).tril()
        output = self.base_model(
            input_ids,
            torch.arange(length, device=input_ids.device)[None],
            before & attention_mask.bool()[:, None, None, :],
        )
        return output._replace(logits=self.get_output_embeddings()(output.last_hidden_state))


def read_model(auto_class: str, folder: Path, weights: Callable[[], Weights]) -> nn.Module | None:
    """The model in a folder, in float32 on the CPU; None if it is not a plain one.

    Args:
        auto_class: the name of the transformers class that would build it.
        folder: a model folder.
        weights: what reads its weights.
    """
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    match auto_class:
        case "AutoModel":
            return _bert(config, weights, heads=False)
        case "AutoModelForSequenceClassification":
            return _bert(config, weights, heads=True)
        case "AutoModelForCausalLM":
            return _gpt2(config, weights)
    return None


def _bert(
    config: Mapping[str, Any], weights: Callable[[], Weights], *, heads: bool
) -> nn.Module | None:
    usual = {
        "hidden_act": "gelu",
        "position_embedding_type": "absolute",
        "is_decoder": False,
        "add_cross_attention": False,
        "chunk_size_feed_forward": 0,
    }
    if not _is_plain(config, "bert", usual, usual):
        return None
    labels = config.get("id2label") or {
        number: f"LABEL_{number}" for number in range(config.get("num_labels", 2))
    }
    defaults = {"layer_norm_eps": 1e-12, "type_vocab_size": 2}
    said = SimpleNamespace(
        **{
            **defaults,
            **config,
            "id2label": {int(number): label for number, label in labels.items()},
            "num_labels": len(labels),
        }
    )
    return _filled(BertWithHeads if heads else Bert, said, weights)


def _gpt2(config: Mapping[str, Any], weights: Callable[[], Weights]) -> nn.Module | None:
    usual = {
        "activation_function": "gelu_pytorch_tanh",
        "n_inner": None,
        "scale_attn_weights": True,
        "scale_attn_by_inverse_layer_idx": False,
        "tie_word_embeddings": True,
        "add_cross_attention": False,
    }
    if not _is_plain(config, "gpt2", usual, {**usual, "activation_function": "gelu_new"}):
        return None
    positions = config.get("n_positions")
    defaults = {"layer_norm_epsilon": 1e-5}
    said = SimpleNamespace(**{**defaults, **config, "max_position_embeddings": positions})
    return _filled(Gpt2LanguageModel, said, weights)


def _is_plain(
    config: Mapping[str, Any],
    kind: str,
    usual: Mapping[str, object],
    silent: Mapping[str, object],
) -> bool:
    """Whether a configuration says what is usual; what it does not say is as in `silent`."""
    said = {**silent, **config}
    return (
        config.get("model_type") == kind
        and "quantization_config" not in config
        and all(said[key] == value for key, value in usual.items())
    )


def _filled(
    model_class: "type[Bert | BertWithHeads | Gpt2LanguageModel]",
    config: SimpleNamespace,
    weights: Callable[[], Weights],
) -> nn.Module | None:
    """A model with its weights; None if sizes are missing, or names or shapes differ."""
    try:
        with torch.device("meta"):  # its own weights are not made
            model = model_class(config)
    except (AttributeError, TypeError, ValueError):
        return None
    given = weights()
    if model_class is Bert and "embeddings.LayerNorm.weight" not in given:
        given = {
            name.removeprefix("bert."): weight
            for name, weight in given.items()
            if name.startswith("bert.")
        }
    wanted = model.state_dict()
    renamed = {}
    for theirs, weight in given.items():
        ours = theirs
        for part, own in model_class.NAMES:
            ours = ours.replace(part, own)
        if ours in wanted:
            renamed[ours] = weight.to(torch.float32)
    shapes = ({name: tensor.shape for name, tensor in some.items()} for some in (renamed, wanted))
    if next(shapes) != next(shapes):
        return None
    model.load_state_dict(renamed, assign=True)
    return model
