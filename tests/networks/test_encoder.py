"""Encoders other than BERT: their positions, and their kinds of attention."""

import pytest
import torch
import transformers
from numpy.testing import assert_allclose
from tiny_models import SIZES, byte_tokenizer, save, wordpiece_tokenizer

from gec_attribution.errors import ModelError
from gec_attribution.networks.encoder import Encoder
from gec_attribution.plugins.settings import Settings


def encoder_of(folder, kind, *, heads=False, **options):
    tokenizer = wordpiece_tokenizer()
    tokenizer.model_max_length = 10**30  # as where its files do not say
    config = transformers.AutoConfig.for_model(
        kind, vocab_size=len(tokenizer), **options
    )
    name = "AutoModelForSequenceClassification" if heads else "AutoModel"
    save(getattr(transformers, name).from_config(config), tokenizer, folder)
    return Encoder(folder, Settings(device="cpu", max_length=600), heads=heads)


@pytest.mark.parametrize(
    ("kind", "sizes", "most"),
    [
        ("roberta", SIZES, 18),
        ("roformer", SIZES, 20),
        ("xlm", {"emb_dim": 32, "n_layers": 1, "n_heads": 2}, 20),
    ],
)
def test_an_encoder_reads_as_many_tokens_as_have_positions(tmp_path, kind, sizes, most):
    encoder = encoder_of(tmp_path, kind, max_position_embeddings=20, **sizes)
    assert encoder.max_length == most
    assert encoder.encode(["the cat sat " * 20]).truncated.all()


XLNET = {"kind": "xlnet", "d_model": 32, "n_layer": 2, "n_head": 2, "d_inner": 64}
HEAD_ON_THE_LAST_TOKEN = {**XLNET, "num_labels": 1, "heads": True}
RELATIVE = {"relative_attention": True, "pos_att_type": ["c2p", "p2c"]}


@pytest.mark.parametrize(
    "options",
    [
        {"kind": "deberta-v2", "position_biased_input": False, **RELATIVE, **SIZES},
        {"kind": "mpnet", **SIZES},
        XLNET,
        HEAD_ON_THE_LAST_TOKEN,
        {"kind": "convbert", "embedding_size": 16, "initializer_range": 0.3, **SIZES},
    ],
    ids=lambda options: options["kind"],
)
def test_an_encoder_with_attention_of_its_own_is_read(tmp_path, options):
    encoder = encoder_of(tmp_path, **options)
    texts = ["the cat sat on a mat .", "she likes"]
    encoded = encoder.encode(texts)
    assert not encoded.truncated.any()
    for text, pooled, logits in zip(texts, encoded.pooled, encoded.logits, strict=True):
        ids = encoder.tokenizer(text, return_tensors="pt")["input_ids"]
        with torch.inference_mode():
            output = encoder.model(input_ids=ids, output_hidden_states=True)
        assert_allclose(pooled, output.hidden_states[-1][0].mean(0), atol=1e-5)
        if encoder.heads:
            assert_allclose(logits, output.logits[0], atol=1e-5)


def test_models_that_are_no_encoders_are_refused(tmp_path):
    with pytest.raises(
        ModelError, match=r"bart: is a BartModel, which has a decoder, too"
    ):
        encoder_of(
            tmp_path / "bart", "bart", d_model=32, encoder_layers=1, decoder_layers=1
        )
    folder = tmp_path / "gpt2"
    config = transformers.GPT2Config(n_embd=32, n_layer=1, n_head=2)
    save(transformers.GPT2Model(config), byte_tokenizer(), folder)
    with pytest.raises(
        ModelError, match=r"gpt2: its tokenizer has no token for padding"
    ):
        Encoder(folder, Settings(device="cpu"), heads=False)
