"""Encoders other than BERT: their positions, and their kinds of attention."""

import numpy as np
import pytest
import torch
from tiny_models import SIZES, byte_tokenizer, save, wordpiece_tokenizer
from transformers import (
    BartConfig,
    BartModel,
    ConvBertConfig,
    ConvBertModel,
    DebertaV2Config,
    DebertaV2Model,
    GPT2Config,
    GPT2Model,
    MPNetConfig,
    MPNetModel,
    RobertaConfig,
    RobertaModel,
    RoFormerConfig,
    RoFormerModel,
    XLMConfig,
    XLMModel,
    XLNetConfig,
    XLNetForSequenceClassification,
    XLNetModel,
)

from gec_attribution.errors import ModelError
from gec_attribution.networks.encoder import Encoder
from gec_attribution.plugins.settings import Settings


def encoder_of(folder, kind, config):
    tokenizer = wordpiece_tokenizer()
    tokenizer.model_max_length = 10**30  # as where its files do not say
    config.vocab_size = len(tokenizer)
    save(kind(config), tokenizer, folder)
    heads = kind.__name__.endswith("ForSequenceClassification")
    return Encoder(folder, Settings(device="cpu", max_length=600), heads=heads)


@pytest.mark.parametrize(
    ("kind", "config", "most"),
    [
        (RobertaModel, RobertaConfig(max_position_embeddings=20, **SIZES), 18),
        (RoFormerModel, RoFormerConfig(max_position_embeddings=20, **SIZES), 20),
        (XLMModel, XLMConfig(max_position_embeddings=20, emb_dim=32, n_layers=1, n_heads=2), 20),
    ],
    ids=["RoBERTa", "RoFormer", "XLM"],
)
def test_an_encoder_reads_as_many_tokens_as_have_positions(tmp_path, kind, config, most):
    encoder = encoder_of(tmp_path, kind, config)
    assert encoder.max_length == most
    assert encoder.encode(["the cat sat " * 20]).truncated.all()


XLNET = XLNetConfig(d_model=32, n_layer=2, n_head=2, d_inner=64, num_labels=1)
RELATIVE = {"relative_attention": True, "pos_att_type": ["c2p", "p2c"]}


@pytest.mark.parametrize(
    ("kind", "config"),
    [
        (DebertaV2Model, DebertaV2Config(position_biased_input=False, **RELATIVE, **SIZES)),
        (MPNetModel, MPNetConfig(**SIZES)),
        (XLNetModel, XLNET),
        (XLNetForSequenceClassification, XLNET),
        (ConvBertModel, ConvBertConfig(embedding_size=16, initializer_range=0.3, **SIZES)),
    ],
    ids=["DeBERTa", "MPNet", "XLNet", "XLNet with a head on its last token", "ConvBERT"],
)
def test_an_encoder_with_attention_of_its_own_is_read(tmp_path, kind, config):
    encoder = encoder_of(tmp_path, kind, config)
    texts = ["the cat sat on a mat .", "she likes"]
    encoded = encoder.encode(texts)
    assert not encoded.truncated.any()
    for text, pooled, logits in zip(texts, encoded.pooled, encoded.logits, strict=True):
        ids = encoder.tokenizer(text, return_tensors="pt")["input_ids"]
        with torch.inference_mode():
            output = encoder.model(input_ids=ids, output_hidden_states=True)
        np.testing.assert_allclose(pooled, output.hidden_states[-1][0].mean(0), atol=1e-5)
        if encoder.heads:
            np.testing.assert_allclose(logits, output.logits[0], atol=1e-5)


def test_a_head_of_small_numbers_that_reads_padding_is_noticed(tmp_path, monkeypatch):
    made = XLNetForSequenceClassification.__init__

    def small(model, config):
        made(model, config)
        model.logits_proj.weight.data /= 1000

    monkeypatch.setattr(XLNetForSequenceClassification, "__init__", small)
    encoder = encoder_of(tmp_path, XLNetForSequenceClassification, XLNET)
    alone, beside = (encoder.encode(texts).logits[0] for texts in (["she"], ["she", "the cat sat"]))
    np.testing.assert_allclose(beside, alone, rtol=1e-3)


def test_models_that_are_no_encoders_are_refused(tmp_path):
    config = BartConfig(d_model=32, encoder_layers=1, decoder_layers=1)
    with pytest.raises(ModelError, match=r"bart: is a BartModel, which has a decoder, too"):
        encoder_of(tmp_path / "bart", BartModel, config)
    folder = tmp_path / "gpt2"
    save(GPT2Model(GPT2Config(n_embd=32, n_layer=1, n_head=2)), byte_tokenizer(), folder)
    with pytest.raises(ModelError, match=r"gpt2: its tokenizer has no token for padding"):
        Encoder(folder, Settings(device="cpu"), heads=False)
