"""Small metric models whose weights and vocabularies come from a text and nothing else.

Each weight has a random stream of its own, keyed by model and name, so neither the version of a
library nor the order of construction moves it. The same models were given to the authors' code.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import ByteLevelBPETokenizer
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    BertModel,
    BertTokenizerFast,
    GPT2Config,
    GPT2LMHeadModel,
    PreTrainedModel,
    PreTrainedTokenizerFast,
)

END_OF_TEXT = "<|endoftext|>"
MERGES = 512
SIZES = {
    "hidden_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 256,
}
REGRESSIONS = ("some/fluency", "some/grammer", "some/meaning", "impara-qe")
ENCODERS = {
    **dict.fromkeys(REGRESSIONS, (BertForSequenceClassification, {"num_labels": 1})),
    "impara-se": (BertModel, {}),
}


def make_models(folder: Path, texts: Sequence[Path]) -> dict[str, str]:
    """Write `ENCODERS` and a `gpt2` into `folder`; returns the SHA-256 of each model's weights.

    The encoders' vocabulary is the words that the texts have twice, in lower case, and all letters;
    the language model's is bytes, and merges learnt from the texts.
    """
    lines = [
        line for path in texts for line in path.read_text(encoding="utf-8").splitlines()
    ]
    vocabulary = _vocabulary(lines)
    tokenizer = BertTokenizerFast(
        vocab={piece: index for index, piece in enumerate(vocabulary)},
        do_lower_case=True,
        model_max_length=512,
    )
    sums = {}
    for name, (kind, options) in ENCODERS.items():
        config = BertConfig(vocab_size=len(vocabulary), **SIZES, **options)
        sums[name] = _write(kind(config), tokenizer, folder, name)
    tokenizer = _byte_tokenizer(lines)
    end = tokenizer.convert_tokens_to_ids(END_OF_TEXT)
    sizes = {"vocab_size": len(tokenizer), "n_embd": 64, "n_layer": 2, "n_head": 4}
    gpt2 = GPT2LMHeadModel(GPT2Config(**sizes, bos_token_id=end, eos_token_id=end))
    sums["gpt2"] = _write(gpt2, tokenizer, folder, "gpt2")
    return sums


def _vocabulary(lines: Sequence[str]) -> list[str]:
    words = Counter(word for line in lines for word in line.lower().split())
    letters = sorted({letter for word in words for letter in word})
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    frequent = sorted(
        word for word, count in words.items() if count > 1 and len(word) > 1
    )
    return [*special, *letters, *("##" + letter for letter in letters), *frequent]


def _byte_tokenizer(lines: Sequence[str]) -> PreTrainedTokenizerFast:
    tokenizer = ByteLevelBPETokenizer()
    tokenizer.train_from_iterator(
        lines,
        vocab_size=257 + MERGES,
        special_tokens=[END_OF_TEXT],
        show_progress=False,
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer._tokenizer,
        eos_token=END_OF_TEXT,
        bos_token=END_OF_TEXT,
        unk_token=END_OF_TEXT,
        model_max_length=1024,
    )


def _write(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, folder: Path, name: str
) -> str:
    total = hashlib.sha256()
    with torch.no_grad():
        for key, parameter in sorted(model.named_parameters()):
            weights = _weights(name, key, tuple(parameter.shape)).astype("<f4")
            total.update(key.encode() + weights.tobytes())
            parameter.copy_(torch.from_numpy(weights))
    model.eval().save_pretrained(folder / name)
    tokenizer.save_pretrained(folder / name)
    return total.hexdigest()


def _weights(model: str, name: str, shape: tuple[int, ...]) -> np.ndarray:
    """Weights of a size at which random models still tell sentences apart."""
    key = hashlib.sha256(f"portable|{model}|{name}".encode()).digest()
    stream = np.random.Generator(np.random.PCG64(int.from_bytes(key[:16], "little")))
    drawn = stream.standard_normal(shape)
    kind = name.lower()
    if "layernorm" in kind or ".ln_" in kind:
        return 0.1 * drawn + (1 if name.endswith("weight") else 0)
    if name.endswith("bias"):
        return 0.02 * drawn
    if "wte" in kind:
        return drawn / np.sqrt(shape[1])
    if "wpe" in kind or "position_embeddings" in kind or "token_type" in kind:
        return 0.3 * drawn / (np.sqrt(shape[1]) if "wpe" in kind else 1)
    if "embeddings" in kind:
        return drawn
    # GPT-2's matrices are (inputs, outputs), those of BERT (outputs, inputs).
    inputs = shape[0] if ".h." in kind else shape[1]
    return 1.5 * drawn / np.sqrt(inputs)
