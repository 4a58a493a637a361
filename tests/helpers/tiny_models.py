"""Small models with random weights in the real folder layouts; they know nothing."""

import string
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    BartTokenizerFast,
    BertConfig,
    BertForSequenceClassification,
    BertModel,
    BertTokenizerFast,
    GPT2Config,
    GPT2LMHeadModel,
    GPT2TokenizerFast,
    PreTrainedModel,
    PreTrainedTokenizerFast,
)

WORDS = "the cat sat on a mat she likes to read many books about it yesterday . ,"
END = "<|endoftext|>"
HEADS = ("grammer", "fluency", "meaning", "quality")


def build(folder: Path) -> Path:
    """SOME and IMPARA in the official layout, one encoder with four heads, and a language model.

    `encoder` has the weights of `some/*` and `quality` on top of one shared body, so that both
    layouts give equal scores; `similarity` is another encoder.
    """
    wordpieces = wordpiece_tokenizer()
    encoder = random_encoder(len(wordpieces), seed=0, labels=HEADS)
    save(encoder, wordpieces, folder / "encoder")
    for head, name in enumerate(HEADS):
        part = BertForSequenceClassification(encoder_config(len(wordpieces), num_labels=1))
        part.bert.load_state_dict(encoder.bert.state_dict())
        part.classifier.weight.data = encoder.classifier.weight.data[head : head + 1]
        part.classifier.bias.data = encoder.classifier.bias.data[head : head + 1]
        save(part, wordpieces, folder / ("quality" if name == "quality" else f"some/{name}"))
    similarity = BertModel(encoder_config(len(wordpieces)))
    save(randomised(similarity, seed=1), wordpieces, folder / "similarity")
    language_model = GPT2LMHeadModel(
        GPT2Config(
            vocab_size=257,
            n_positions=64,
            n_embd=32,
            n_layer=2,
            n_head=2,
            bos_token_id=256,
            eos_token_id=256,
        )
    )
    save(randomised(language_model, seed=2), byte_tokenizer(), folder / "gpt2")
    return folder


def random_encoder(vocabulary: int, seed: int, labels: tuple[str, ...]) -> PreTrainedModel:
    config = encoder_config(vocabulary, id2label=dict(enumerate(labels)))
    return randomised(BertForSequenceClassification(config), seed)


def encoder_config(vocabulary: int, **options: object) -> BertConfig:
    return BertConfig(
        vocab_size=vocabulary,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=128,
        **options,
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


def small_bart(vocabulary: int, positions: int = 100) -> BartForConditionalGeneration:
    """A BART, its weights as torch draws them."""
    return BartForConditionalGeneration(
        BartConfig(
            vocab_size=vocabulary,
            d_model=32,
            encoder_layers=2,
            decoder_layers=2,
            encoder_attention_heads=2,
            decoder_attention_heads=2,
            encoder_ffn_dim=64,
            decoder_ffn_dim=64,
            max_position_embeddings=positions,
        )
    )


def bart_tokenizer() -> BartTokenizerFast:
    """A piece for each byte."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *alphabet]
    vocabulary = {piece: index for index, piece in enumerate(pieces)}
    return BartTokenizerFast(vocab=vocabulary, merges=[], model_max_length=100)


def bart_that_ends() -> tuple[BartForConditionalGeneration, BartTokenizerFast]:
    """A BART that knows nothing but writes short texts, and its tokenizer."""
    tokenizer = bart_tokenizer()
    bart = randomised(small_bart(len(tokenizer)), seed=1)
    bart.final_logits_bias[0, tokenizer.eos_token_id] = 4.0
    return bart, tokenizer


def save(model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, folder: Path) -> None:
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def wordpiece_tokenizer() -> BertTokenizerFast:
    letters = string.ascii_lowercase + string.digits
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{c}" for c in letters)]
    words = [word for word in WORDS.split() if word not in pieces]
    return BertTokenizerFast(
        vocab={piece: index for index, piece in enumerate(pieces + words)},
        do_lower_case=True,
        model_max_length=128,
    )


def byte_tokenizer() -> GPT2TokenizerFast:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {piece: index for index, piece in enumerate([*alphabet, END])}
    tokenizer = Tokenizer(models.BPE(vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return GPT2TokenizerFast(tokenizer_object=tokenizer, bos_token=END, model_max_length=64)
