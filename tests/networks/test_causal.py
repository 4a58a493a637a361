"""Language models that read no trees of texts, and those with sliding windows."""

import pytest
import torch
from numpy.testing import assert_allclose
from tiny_models import SIZES, byte_tokenizer, gemma3_with_images, randomised, save
from transformers import AutoConfig, AutoModelForCausalLM

from gec_attribution.errors import ModelError
from gec_attribution.networks.causal import CausalLanguageModel
from gec_attribution.plugins.settings import Settings

HEADS = {"vocab_size": 257, "num_key_value_heads": 2, **SIZES}


def model_of(kind, **options):
    return AutoModelForCausalLM.from_config(
        AutoConfig.for_model(kind, **options, **HEADS)
    )


def loaded(model, folder):
    save(randomised(model, seed=0), byte_tokenizer(), folder)
    return CausalLanguageModel(folder, Settings(device="cpu"))


@pytest.mark.parametrize(
    ("kind", "option", "problem"),
    [
        (
            "lfm2",
            {"layer_types": ["conv", "full_attention"]},
            "carry a state along the text",
        ),
        ("falcon", {"alibi": True}, "cannot read texts in a tree"),
    ],
)
def test_a_model_that_reads_no_trees_is_refused(tmp_path, kind, option, problem):
    with pytest.raises(ModelError, match=problem):
        loaded(model_of(kind, **option), tmp_path)


WINDOW = {"sliding_window": 16}
MIXED = {"layer_types": ["sliding_attention", "full_attention"], **WINDOW}


@pytest.mark.parametrize(
    "model",
    [
        model_of("mistral", **WINDOW),
        model_of("qwen2", use_sliding_window=False, **WINDOW),
        model_of("qwen2", use_sliding_window=True, **MIXED),
        model_of("gemma3_text", head_dim=16, **MIXED),
        gemma3_with_images(**MIXED, **HEADS),
    ],
    ids=[
        "all layers",
        "none",
        "some",
        "some, with positions of their own",
        "beside images",
    ],
)
def test_layers_see_as_far_as_their_sliding_window(tmp_path, model):
    read = loaded(model, tmp_path)
    texts = [
        f"a text that is longer than the window of {end}"
        for end in ("it", "a layer", "")
    ]
    tokens = read.encode(texts)
    assert not any(text.cut for text in tokens)
    sequences = [text.ids for text in tokens]
    for ids, losses in zip(sequences, read.token_losses([sequences]), strict=True):
        with torch.inference_mode():
            chances = (
                read.model(input_ids=torch.tensor([ids])).logits[0].log_softmax(-1)
            )
        expected = -chances[range(len(ids) - 1), ids[1:]]
        assert_allclose(losses, expected, rtol=1e-5, atol=1e-5)
