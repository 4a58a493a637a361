"""Encoders other than BERT: their positions, and their kinds of attention."""

import numpy as np
import pytest
import torch
from tiny_models import SIZES, byte_tokenizer, save, wordpiece_tokenizer
from transformers import (
    BartConfig,
    BartModel,
    DebertaV2Config,
    DebertaV2Model,
    GPT2Config,
    GPT2Model,
    MPNetConfig,
    MPNetModel,
    RobertaConfig,
    RobertaModel,
    XLNetConfig,
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
    return Encoder(folder, Settings(device="cpu", max_length=600), heads=False)


def test_a_roberta_reads_as_many_tokens_as_have_positions(tmp_path):
    config = RobertaConfig(max_position_embeddings=20, **SIZES)
    encoder = encoder_of(tmp_path, RobertaModel, config)
    assert encoder.max_length == 18
    assert encoder.encode(["the cat sat " * 20]).truncated.all()


RELATIVE = {"relative_attention": True, "pos_att_type": ["c2p", "p2c"]}


@pytest.mark.parametrize(
    ("kind", "config"),
    [
        (DebertaV2Model, DebertaV2Config(position_biased_input=False, **RELATIVE, **SIZES)),
        (MPNetModel, MPNetConfig(**SIZES)),
        (XLNetModel, XLNetConfig(d_model=32, n_layer=2, n_head=2, d_inner=64)),
    ],
    ids=["DeBERTa", "MPNet", "XLNet"],
)
def test_an_encoder_with_attention_of_its_own_is_read(tmp_path, kind, config):
    encoder = encoder_of(tmp_path, kind, config)
    texts = ["the cat sat on a mat .", "she likes"]
    encoded = encoder.encode(texts)
    assert not encoded.truncated.any()
    for text, pooled in zip(texts, encoded.pooled, strict=True):
        ids = encoder.tokenizer(text, return_tensors="pt")["input_ids"]
        with torch.inference_mode():
            expected = encoder.model(input_ids=ids).last_hidden_state[0].mean(0)
        np.testing.assert_allclose(pooled, expected, atol=1e-5)


def test_models_that_are_no_encoders_are_refused(tmp_path):
    config = BartConfig(d_model=32, encoder_layers=1, decoder_layers=1)
    with pytest.raises(ModelError, match=r"bart: is a BartModel, which has a decoder, too"):
        encoder_of(tmp_path / "bart", BartModel, config)
    folder = tmp_path / "gpt2"
    save(GPT2Model(GPT2Config(n_embd=32, n_layer=1, n_head=2)), byte_tokenizer(), folder)
    with pytest.raises(ModelError, match=r"gpt2: its tokenizer has no token for padding"):
        Encoder(folder, Settings(device="cpu"), heads=False)
