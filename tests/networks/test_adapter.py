"""Adapters over a tiny language model with random weights, and over the real one where it is."""

import json

import numpy as np
import pytest
import torch
from project import ROOT
from tiny_chat_models import build_chat_model
from transformers import AutoModelForCausalLM

from gec_attribution.errors import ModelError
from gec_attribution.languages.tokenisation import detokenise
from gec_attribution.metrics import load_metric
from gec_attribution.networks.adapter import save_adapter
from gec_attribution.networks.causal import CausalLanguageModel
from gec_attribution.networks.side_network import Shape, SideNetwork
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.known_models import fetched_folder

LAYERS = (0, 2)
TEXTS = ["She like read book .", "She likes to read books .", "She likes", "", "Yes !"]
SOURCES = ["She like read book .", "She like read book .", "", "", "She likes"]
BASE = "smollm2-135m"
ADAPTERS = {"some": ("model",), "impara": ("quality_estimator", "similarity_estimator")}


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return build_chat_model(tmp_path_factory.mktemp("base") / "model", "llama")


@pytest.fixture
def adapter(base, tmp_path):
    torch.manual_seed(0)
    labels = ("grammer", "fluency", "meaning")
    shape = Shape(LAYERS, 32, width=8, blocks=2, labels=labels)
    save_adapter([SideNetwork(shape), SideNetwork(shape)], str(base), tmp_path / "some")
    return tmp_path / "some"


def load(folder):
    return load_metric("some", {"type": "some", "model": str(folder)}, device="cpu")


def test_states_and_signs_are_those_of_the_model(base):
    language_model = CausalLanguageModel(base, Settings(device="cpu"))
    read, cut = language_model.read(TEXTS, LAYERS, lambda *parts: parts)
    assert not cut.any()
    model = AutoModelForCausalLM.from_pretrained(base).eval()
    tokens = language_model.encode(
        [detokenise(text) for text in TEXTS], language_model.start
    )
    for (states, signs), text in zip(read, tokens, strict=True):
        with torch.inference_mode():
            said = model(torch.tensor([text.ids]), output_hidden_states=True)
        expected = torch.stack(
            [said.hidden_states[layer][0, 1:] for layer in LAYERS], 1
        )
        torch.testing.assert_close(states, expected, atol=1e-5, rtol=1e-4)
        next_token = torch.distributions.Categorical(
            logits=said.logits[0, :-1], validate_args=False
        )
        losses = -next_token.log_prob(torch.tensor(text.ids[1:], dtype=torch.long))
        least = -next_token.logits.amax(-1)
        expected = torch.stack([losses, next_token.entropy(), least], -1)
        torch.testing.assert_close(signs, expected, atol=1e-5, rtol=1e-4)


def test_a_score_does_not_depend_on_what_else_is_scored(adapter):
    together = load(adapter).evaluate(SOURCES, TEXTS)
    assert np.ptp(together["grammaticality"]) > 0.01
    for row, pair in enumerate(zip(SOURCES, TEXTS, strict=True)):
        alone = load(adapter).evaluate(*([text] for text in pair))
        for name, scores in alone.items():
            assert scores[0] == pytest.approx(together[name][row], abs=1e-5)
    assert together["meaning"][0] != together["meaning"][1]


def test_what_is_missing_is_said(adapter, tmp_path, monkeypatch):
    config = adapter / "config.json"
    described = json.loads(config.read_text())
    config.write_text(json.dumps(described | {"base": BASE}))
    monkeypatch.setenv("GEC_MODELS", str(tmp_path / "nothing"))
    with pytest.raises(ModelError, match=f"gec-attribution models fetch {BASE}"):
        load(adapter)
    config.write_text(
        json.dumps(described | {"shape": described["shape"] | {"width": 16}})
    )
    with pytest.raises(
        ModelError, match=r"some: is not an adapter that fits its config\.json"
    ):
        load(adapter)
    config.write_text(json.dumps(described))
    entry = {"quality_estimator": str(adapter), "similarity_estimator": str(adapter)}
    with pytest.raises(
        ModelError, match="is an adapter, which has no vectors of sentences"
    ):
        load_metric("impara", {"type": "impara", **entry})


@pytest.mark.skipif(not fetched_folder(BASE), reason=f"{BASE} is not on this machine")
@pytest.mark.parametrize("kind", ADAPTERS)
def test_the_shipped_adapters_prefer_what_is_right(kind):
    options = dict.fromkeys(ADAPTERS[kind], "models/encoder")
    options[ADAPTERS[kind][0]] = f"models/{kind}-smollm2"
    paths = {name: str(ROOT / path) for name, path in options.items()}
    metric = load_metric(kind, {"type": kind, **paths}, device="cpu")
    lines = [line.split(" | ") for line in PAIRS.strip().splitlines()]
    wrong, right = ([pair[side] for pair in lines] for side in (0, 1))
    scores = metric.score([*wrong, *wrong], [*wrong, *right])
    better = scores[len(lines) :] > scores[: len(lines)]
    assert better.mean() >= 0.7
    alone = [
        metric.score([source], [text])[0]
        for source, text in zip(wrong, right, strict=True)
    ]
    assert alone == pytest.approx(scores[len(lines) :], abs=1e-5)


PAIRS = """
My parents works in a hospital . | My parents work in a hospital .
There is many people in the street . | There are many people in the street .
He did not went to school yesterday . | He did not go to school yesterday .
I am interesting in music . | I am interested in music .
She gave me a good advices . | She gave me good advice .
We arrived to the station at noon . | We arrived at the station at noon .
I look forward to see you . | I look forward to seeing you .
The childs are playing outside . | The children are playing outside .
This is the more expensive car in the shop . | This is the most expensive car in the shop .
I have been living here since five years . | I have been living here for five years .
"""
