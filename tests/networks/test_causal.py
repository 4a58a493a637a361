"""Language models whose likelihoods cannot be read from their last hidden states."""

import pytest
from tiny_models import SIZES, byte_tokenizer, randomised, save
from transformers import GraniteConfig, GraniteForCausalLM

from gec_attribution.errors import ModelError
from gec_attribution.networks.causal import CausalLanguageModel
from gec_attribution.plugins.settings import Settings


@pytest.mark.parametrize("scaling", [1.0, 8.0])
def test_a_model_that_scales_its_logits_is_refused(tmp_path, scaling):
    config = GraniteConfig(vocab_size=257, logits_scaling=scaling, num_key_value_heads=2, **SIZES)
    save(randomised(GraniteForCausalLM(config), seed=0), byte_tokenizer(), tmp_path)
    if scaling == 1:
        assert CausalLanguageModel(tmp_path, Settings(device="cpu")).max_length == 64
        return
    with pytest.raises(ModelError, match="its head is more than a linear map"):
        CausalLanguageModel(tmp_path, Settings(device="cpu"))
