"""Encoders whose positions are fewer than their configuration says."""

from tiny_models import SIZES, save, wordpiece_tokenizer
from transformers import RobertaConfig, RobertaModel

from gec_attribution.networks.encoder import Encoder
from gec_attribution.plugins.settings import Settings


def test_a_roberta_reads_as_many_tokens_as_have_positions(tmp_path):
    tokenizer = wordpiece_tokenizer()
    tokenizer.model_max_length = 10**30  # as where its files do not say
    config = RobertaConfig(vocab_size=len(tokenizer), max_position_embeddings=20, **SIZES)
    save(RobertaModel(config), tokenizer, tmp_path)
    encoder = Encoder(tmp_path, Settings(device="cpu", max_length=600), heads=False)
    assert encoder.max_length == 18
    assert encoder.encode(["the cat sat " * 20]).truncated.all()
