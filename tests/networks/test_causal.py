"""Language models that read no trees of texts, and those with sliding windows."""

import numpy as np
import pytest
import torch
from tiny_models import SIZES, byte_tokenizer, gemma3_with_images, randomised, save
from transformers import (
    FalconConfig,
    FalconForCausalLM,
    Gemma3ForCausalLM,
    Gemma3TextConfig,
    Lfm2Config,
    Lfm2ForCausalLM,
    MistralConfig,
    MistralForCausalLM,
    Qwen2Config,
    Qwen2ForCausalLM,
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


WINDOW = {"sliding_window": 16, **HEADS}
MIXED = {"layer_types": ["sliding_attention", "full_attention"], **WINDOW}


@pytest.mark.parametrize(
    "model",
    [
        MistralForCausalLM(MistralConfig(**WINDOW)),
        Qwen2ForCausalLM(Qwen2Config(use_sliding_window=False, **WINDOW)),
        Qwen2ForCausalLM(Qwen2Config(use_sliding_window=True, **MIXED)),
        Gemma3ForCausalLM(Gemma3TextConfig(head_dim=16, **MIXED)),
        gemma3_with_images(**MIXED),
    ],
    ids=["all layers", "none", "some", "some, with positions of their own", "beside images"],
)
def test_layers_see_as_far_as_their_sliding_window(tmp_path, model):
    read = CausalLanguageModel(saved(model, tmp_path), CPU)
    texts = [f"a text that is longer than the window of {end}" for end in ("it", "a layer", "")]
    tokens = read.encode(texts)
    assert not any(text.cut for text in tokens)
    sequences = [text.ids for text in tokens]
    for ids, losses in zip(sequences, read.token_losses(sequences), strict=True):
        with torch.inference_mode():
            chances = read.model(input_ids=torch.tensor([ids])).logits[0].log_softmax(-1)
        expected = -chances[range(len(ids) - 1), ids[1:]]
        np.testing.assert_allclose(losses, expected, rtol=1e-5, atol=1e-5)
