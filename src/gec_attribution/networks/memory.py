"""How much memory of a device models take that write or are trained: arithmetic.

What is counted follows from how `generation`, `systems.seq2seq` and `gec_training.excgec` run them;
tests compare it with what they hold. Not counted are CUDA's own `CONTEXT` and what its allocator
cannot use.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from transformers import PretrainedConfig

GIB = 2**30
CONTEXT = GIB // 2
"""What CUDA itself takes of a device, about."""
_BYTES = {"float32": 4, "bfloat16": 2}


class Memory(NamedTuple):
    """Bytes of a device.

    Attributes:
        weights: of the model, with the matrices that are trained.
        kept: what outlives a forward pass: keys and values of a search; gradients and means of
            gradients of a training.
        working: the most that a pass holds beside these.
    """

    weights: int
    kept: int
    working: int

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self)

    def __str__(self) -> str:
        """In GiB, to a tenth."""
        parts = (self.weights, self.kept, self.working, self.total)
        return "{} + {} + {} = {} GiB".format(*(f"{part / GIB:.1f}" for part in parts))


def writing_memory(
    config: "PretrainedConfig", *, dtype: str, batch_tokens: int, num_beams: int
) -> Memory:
    """What a search takes, or with one beam a sample.

    Args:
        config: of a causal language model.
        dtype: `float32` or `bfloat16`.
        batch_tokens: tokens that are kept at once: those of prompts, and those that are written, of
            each beam. A sentence that has more is a batch by itself, for which its tokens count.
        num_beams: of the search.
    """
    size, sizes = _BYTES[dtype], _sizes(config)
    token = 2 * sizes.key_value_heads * sizes.head * size
    # Of one layer at a time: the prompts' keys and values for each beam, and once more for each
    # head that reads them; or the states of the prompts while they are read.
    spread = 1 if sizes.key_value_heads == sizes.heads else sizes.heads // sizes.key_value_heads + 1
    copied = num_beams * token * spread
    read = (3 * sizes.inner + 6 * sizes.hidden) * size
    return Memory(
        weights=_count(_empty(config)) * size,
        kept=batch_tokens * sizes.layers * token,
        working=batch_tokens * max(copied, read),
    )


def rewriting_memory(
    config: "PretrainedConfig",
    *,
    dtype: str,
    batch_tokens: int,
    num_beams: int,
    read: int,
    written: int,
) -> Memory:
    """What the search of an encoder-decoder model takes, which corrects sentences of one length.

    Args:
        config: of a BART or a T5.
        dtype: `float32`, or `bfloat16`, in which the linear maps of its blocks are: what they give,
            and so what is kept, is in float32 in both.
        batch_tokens: tokens that are read at once, counted once for each beam. A sentence that has
            more is a batch by itself.
        num_beams: of the search.
        read: tokens of a sentence. The shorter sentences are, the more a full batch takes.
        written: the most tokens of its correction.
    """
    from gec_attribution.networks.precision import multiply_in_bfloat16

    model = _empty(config, "AutoModelForSeq2SeqLM")
    if dtype == "bfloat16":
        multiply_in_bfloat16(model)
    rows = num_beams * max(1, batch_tokens // (read * num_beams))
    layers = getattr(config, "decoder_layers", None) or config.num_decoder_layers
    heads = config.num_attention_heads
    keys = heads * getattr(config, "d_kv", config.hidden_size // heads) * _BYTES["float32"]
    # Beside what is kept: the encoder's states for each beam; of one layer, the longer of its keys
    # once more; the scores of all tokens of the vocabulary, from the logits to those of each beam.
    states = read * config.hidden_size * _BYTES["float32"]
    scores = 5 * config.vocab_size * _BYTES["float32"]
    return Memory(
        weights=sum(weight.nbytes for weight in model.parameters()),
        kept=rows * (read + written) * layers * 2 * keys,
        working=rows * (states + max(read, written) * keys + scores),
    )


def training_memory(
    config: "PretrainedConfig",
    *,
    rank: int,
    modules: Sequence[str],
    whole: Sequence[str],
    batch_size: int,
    cutoff: int,
) -> Memory:
    """What training by LoRA takes on a device with bfloat16.

    Args:
        config: of a causal language model.
        rank: of the matrices that LoRA adds.
        modules: the names of the linear maps to which they are added.
        whole: the modules that are trained whole, and kept beside what they were.
        batch_size: sentences in a forward pass.
        cutoff: the most tokens of a sentence with its answer.
    """
    model, sizes = _empty(config), _sizes(config)
    named = [(name.rpartition(".")[2], module) for name, module in model.named_modules()]
    matrices = sum(rank * sum(module.weight.shape) for name, module in named if name in modules)
    trained = matrices + sum(_count(module) for name, module in named if name in whole)
    tokens = batch_size * cutoff
    # Between blocks states are in float32, as the trained embeddings are; a block is computed again
    # with what its gradients need; logits are held in both dtypes, with their gradients and once as
    # probabilities.
    between = sizes.layers * sizes.hidden * 4
    block = (4 * sizes.inner + 8 * sizes.hidden) * 4
    logits = config.vocab_size * (3 * 4 + 2 * 2)
    return Memory(
        weights=_count(model) * 2 + trained * 4,
        kept=trained * 3 * 4,
        working=tokens * (between + max(block, logits)),
    )


class _Sizes(NamedTuple):
    layers: int
    hidden: int
    inner: int
    heads: int
    key_value_heads: int
    head: int


def _sizes(config: "PretrainedConfig") -> _Sizes:
    heads = config.num_attention_heads
    return _Sizes(
        layers=config.num_hidden_layers,
        hidden=config.hidden_size,
        inner=getattr(config, "intermediate_size", None) or 4 * config.hidden_size,
        heads=heads,
        key_value_heads=getattr(config, "num_key_value_heads", None) or heads,
        head=getattr(config, "head_dim", None) or config.hidden_size // heads,
    )


def _empty(config: "PretrainedConfig", auto_class: str = "AutoModelForCausalLM") -> Any:
    """A model without the values of its weights, which take no memory."""
    import torch
    import transformers

    with torch.device("meta"):
        return getattr(transformers, auto_class).from_config(config)


def _count(module: Any) -> int:
    return sum(weight.numel() for weight in module.parameters())
