"""Language models that read no trees of texts, or no long ones."""

import numpy as np
import pytest
import torch
from tiny_models import SIZES, byte_tokenizer, randomised, save
from transformers import (
    FalconConfig,
    FalconForCausalLM,
    Lfm2Config,
    Lfm2ForCausalLM,
    MistralConfig,
    MistralForCausalLM,
)

from gec_attribution.errors import ModelError
from gec_attribution.networks.causal import CausalLanguageModel
from gec_attribution.plugins.settings import Settings

CPU = Settings(device="cpu")
HEADS = {"vocab_size": 257, "num_key_value_heads": 2, **SIZES}


def saved(model, folder):
    save(randomised(model, seed=0), byte_tokenizer(), folder)
    return folder


@pytest.mark.parametrize(
    ("model", "problem"),
    [
        (
            Lfm2ForCausalLM(Lfm2Config(layer_types=["conv", "full_attention"], **HEADS)),
            "its layers carry a state along the text",
        ),
        (FalconForCausalLM(FalconConfig(alibi=True, **HEADS)), "cannot read texts in a tree"),
    ],
)
def test_a_model_that_reads_no_trees_is_refused(tmp_path, model, problem):
    with pytest.raises(ModelError, match=problem):
        CausalLanguageModel(saved(model, tmp_path), CPU)


def test_a_text_is_cut_to_a_sliding_window(tmp_path):
    config = MistralConfig(sliding_window=16, **HEADS)
    model = CausalLanguageModel(saved(MistralForCausalLM(config), tmp_path), CPU)
    (text,) = model.encode(["a text longer than the window"])
    assert text.cut
    ids = torch.tensor([text.ids])
    (losses,) = model.token_losses([text.ids])
    alone = model.model(input_ids=ids, labels=ids).loss.item()
    np.testing.assert_allclose(losses.mean(), alone, rtol=1e-5)
