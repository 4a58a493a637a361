"""What is said of models that a GPU has too little memory for."""

import pytest
import transformers
from project import ROOT
from tiny_chat_models import build_chat_model

from gec_attribution.networks.memory import CONTEXT, GIB, writing_memory
from gec_attribution.study.config import load_config
from gec_attribution.study.gpu_memory import memory_shortages


@pytest.fixture
def study(tmp_path):
    """EXCGEC's study with two of its explainers, of a model that is at hand, and the model."""
    folder = build_chat_model(tmp_path / "tiny", "qwen2")
    config = load_config(ROOT / "config" / "excgec.yaml")
    explainers = config["explainers"]
    chosen = {name: {**explainers[name], "model": "tiny"} for name in ("qwen-post", "llama-post")}
    config["explainers"] = {**chosen, "embedded": explainers["embedded"]}
    return config, transformers.AutoConfig.from_pretrained(folder)


def test_a_model_that_needs_more_than_there_is_is_named_once(study, tmp_path):
    config, architecture = study
    needed = writing_memory(architecture, dtype="bfloat16", batch_tokens=8192, num_beams=5)
    enough = needed.total + CONTEXT
    assert list(memory_shortages(config, [tmp_path], enough)) == []
    (line,) = memory_shortages(config, [tmp_path], enough - 1)
    assert line.startswith("explainers.qwen-post, explainers.llama-post: ")
    assert str(needed) in line
    assert f"the smallest here has {enough / GIB:.1f} GiB" in line
    assert line.endswith("explanation.batch_tokens < 8192")
    (line,) = memory_shortages(config, [tmp_path], needed.weights)
    assert "its weights alone do not fit" in line


def test_what_would_help_is_said(study, tmp_path):
    config, _ = study
    config["explanation"] = {**config["explanation"], "dtype": "float32"}
    (line,) = memory_shortages(config, [tmp_path], 2**20)
    assert "set explanation.dtype: bfloat16" in line
    config["explanation"] = {**config["explanation"], "device": "cpu"}
    assert list(memory_shortages(config, [tmp_path], 2**20)) == []


def test_nothing_is_said_of_a_model_that_is_not_at_hand(study, tmp_path):
    config, _ = study
    for entry in config["explainers"].values():
        entry["model"] = "someone/else"
    assert list(memory_shortages(config, [tmp_path], 2**20)) == []
