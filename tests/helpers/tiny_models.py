"""Small models with random weights in the real folder layouts; they know nothing."""

import string
from collections.abc import Sequence
from pathlib import Path

import torch
from tokenizers import pre_tokenizers
from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    BartTokenizerFast,
    BertConfig,
    BertForSequenceClassification,
    BertModel,
    BertTokenizerFast,
    Gemma3Config,
    Gemma3ForConditionalGeneration,
    GPT2Config,
    GPT2LMHeadModel,
    GPT2TokenizerFast,
    PreTrainedModel,
    PreTrainedTokenizerFast,
    T5Config,
    T5ForConditionalGeneration,
)

WORDS = "the cat sat on a mat she likes to read many books about it yesterday . ,"
END = "<|endoftext|>"
# Sizes of all small models, as far as their class has them.
SIZES = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
}
HEADS = ("grammer", "fluency", "meaning", "quality")


def build(folder: Path) -> Path:
    """SOME and IMPARA in the official layout, one encoder with four heads, and a language model.

    `encoder` has the weights of `some/*` and `quality` on top of one shared body, so that both
    layouts give equal scores; `similarity` is another encoder.
    """
    wordpieces = wordpiece_tokenizer()
    heads = encoder_config(len(wordpieces), id2label=dict(enumerate(HEADS)))
    encoder = randomised(BertForSequenceClassification(heads), seed=0)
    save(encoder, wordpieces, folder / "encoder")
    for head, name in enumerate(HEADS):
        part = BertForSequenceClassification(
            encoder_config(len(wordpieces), num_labels=1)
        )
        part.bert.load_state_dict(encoder.bert.state_dict())
        part.classifier.weight.data = encoder.classifier.weight.data[head : head + 1]
        part.classifier.bias.data = encoder.classifier.bias.data[head : head + 1]
        save(
            part,
            wordpieces,
            folder / ("quality" if name == "quality" else f"some/{name}"),
        )
    similarity = BertModel(encoder_config(len(wordpieces)))
    save(randomised(similarity, seed=1), wordpieces, folder / "similarity")
    ends = {"bos_token_id": 256, "eos_token_id": 256}
    language_model = GPT2LMHeadModel(
        GPT2Config(vocab_size=257, n_positions=64, **ends, **SIZES)
    )
    save(randomised(language_model, seed=2), byte_tokenizer(), folder / "gpt2")
    return folder


def entries(
    models: Path,
    *,
    some: str = "some",
    quality: str = "quality",
    similarity: str = "similarity",
    language_model: str = "gpt2",
) -> dict[str, dict[str, str]]:
    """Configuration entries of metrics on models of a folder."""
    estimators = {
        "quality_estimator": str(models / quality),
        "similarity_estimator": str(models / similarity),
    }
    return {
        "some": {"type": "some", "model": str(models / some)},
        "impara": {"type": "impara", **estimators},
        "ppl": {"type": "perplexity", "model": str(models / language_model)},
    }


def encoder_config(vocabulary: int, **options: object) -> BertConfig:
    return BertConfig(
        vocab_size=vocabulary, max_position_embeddings=128, **SIZES | options
    )


def untrained_bert(folder: Path) -> Path:
    """A BERT with the weights that a training begins with."""
    wordpieces = wordpiece_tokenizer()
    torch.manual_seed(0)
    save(BertModel(encoder_config(len(wordpieces))), wordpieces, folder)
    return folder


def randomised(model: PreTrainedModel, seed: int) -> PreTrainedModel:
    """The model with larger weights than usual, so that different texts score differently."""
    generator = torch.Generator().manual_seed(seed)
    for parameter in model.parameters():
        if parameter.dim() > 1:
            torch.nn.init.normal_(
                parameter, std=1.5 / parameter.shape[1] ** 0.5, generator=generator
            )
    return model


def bart_that_ends() -> tuple[BartForConditionalGeneration, BartTokenizerFast]:
    """A BART that knows nothing but writes short texts; its tokenizer has a piece for each byte."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    pieces = numbered(["<s>", "<pad>", "</s>", "<unk>", "<mask>", *alphabet])
    tokenizer = BartTokenizerFast(vocab=pieces, merges=[], model_max_length=100)
    sides = {
        f"{side}_{size}": number
        for side in ("encoder", "decoder")
        for size, number in (("layers", 2), ("attention_heads", 2), ("ffn_dim", 64))
    }
    config = BartConfig(
        vocab_size=len(tokenizer), d_model=32, max_position_embeddings=100, **sides
    )
    bart = randomised(BartForConditionalGeneration(config), seed=1)
    bart.final_logits_bias[0, tokenizer.eos_token_id] = 4.0
    return bart, tokenizer


def small_t5(vocabulary: int) -> T5ForConditionalGeneration:
    """A T5, its weights as torch draws them from a seed."""
    torch.manual_seed(0)
    options = {"decoder_start_token_id": 0, "dropout_rate": 0.0}
    sizes = {"d_kv": 16, "d_ff": 64, "num_decoder_layers": 2, **SIZES}
    return T5ForConditionalGeneration(
        T5Config(vocab_size=vocabulary, **sizes, **options)
    )


def gemma3_with_images(**text: object) -> Gemma3ForConditionalGeneration:
    """A Gemma 3 that sees images, too; `text` are sizes of the part that reads text."""
    config = Gemma3Config(
        text_config={"head_dim": 16, "num_key_value_heads": 2, **SIZES, **text},
        vision_config={**SIZES, "image_size": 28},
        mm_tokens_per_image=4,
        **dict.fromkeys(("image_token_index", "boi_token_index", "eoi_token_index"), 1),
    )
    return Gemma3ForConditionalGeneration(config)


def save(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, folder: Path
) -> None:
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def wordpiece_tokenizer() -> BertTokenizerFast:
    letters = string.ascii_lowercase + string.digits
    pieces = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        *letters,
        *(f"##{c}" for c in letters),
    ]
    words = [word for word in WORDS.split() if word not in pieces]
    return BertTokenizerFast(
        numbered(pieces + words), do_lower_case=True, model_max_length=128
    )


def byte_tokenizer() -> GPT2TokenizerFast:
    pieces = numbered([*sorted(pre_tokenizers.ByteLevel.alphabet()), END])
    return GPT2TokenizerFast(
        vocab=pieces, merges=[], bos_token=END, model_max_length=64
    )


def numbered(pieces: Sequence[str]) -> dict[str, int]:
    """A vocabulary of these pieces."""
    return {piece: number for number, piece in enumerate(pieces)}
