"""Training as a GPU would meet it, without one: transfers there and back, stopped and resumed."""

import json

import pandas as pd
import pytest
import torch
from pretended_gpu import DEVICE, pretended_gpu
from toy_encoder import SENTENCES, save_tiny_bert

from gec_training.encoder.impara import train_quality_estimator
from gec_training.loop import steps
from gec_training.loop.text_model import TextModel

PAIRS = pd.DataFrame(
    [
        {"source": f"{text} {number}", "better": f"{text} {number} .", "worse": f"{number} {text}"}
        for number in range(6)
        for text in map(" ".join, SENTENCES[:10])
    ]
)


@pytest.fixture
def train(tmp_path, monkeypatch):
    """Trains a quality estimator for some passes; gives its figures, losses and weights."""
    # Autocast knows no operation of the pretended device.
    monkeypatch.setattr(steps, "in_bfloat16", lambda _: False)
    # Safetensors reads a device's memory by itself.
    saved = {}
    monkeypatch.setattr(TextModel, "save", lambda text, _: saved.update(text.model.state_dict()))
    start = save_tiny_bert(tmp_path / "start")
    # What is drawn on a device is its own.
    config = json.loads((start / "config.json").read_text())
    dropout = dict.fromkeys(("hidden_dropout_prob", "attention_probs_dropout_prob"), 0.0)
    (start / "config.json").write_text(json.dumps({**config, **dropout}))

    def train(device, name, epochs):
        work = tmp_path / name
        options = {"epochs": epochs, "learning_rate": 1e-3, "device": device}
        figures = train_quality_estimator(start, PAIRS, tmp_path, work, **options)
        losses = pd.read_csv(work / "losses.csv")["ranking"].to_numpy()
        return figures, losses, {key: weight.cpu() for key, weight in saved.items()}

    return train


def test_a_model_is_trained_there_as_on_a_processor_and_taken_up_again(train):
    figures, losses, _ = train("cpu", "here", 2)
    # One thread computes gradients, so that the device is seen by it.
    with pretended_gpu() as gpu, torch.autograd.set_multithreading_enabled(False):
        figures_there, losses_there, weights = train(DEVICE, "there", 2)
        assert gpu.peak > gpu.allocated
        train(DEVICE, "stopped", 1)
        *_, resumed = train(DEVICE, "stopped", 2)
    assert figures_there == figures
    assert losses_there == pytest.approx(losses, abs=1e-5)
    for name, weight in weights.items():
        assert torch.equal(resumed[name], weight)
