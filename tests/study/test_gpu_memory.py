"""What is said of models that a GPU has too little memory for."""

import pytest
import transformers
import yaml
from networks.test_memory import seq2seq
from project import ROOT
from tiny_chat_models import build_chat_model

from gec_attribution.networks.memory import CONTEXT, GIB, rewriting_memory, writing_memory
from gec_study import opening
from gec_study.config import load_study
from gec_study.gpu_memory import memory_shortages
from gec_study.opening import open_study


@pytest.fixture
def study(tmp_path):
    """EXCGEC's study with two of its explainers, of a model that is at hand, and the model."""
    folder = build_chat_model(tmp_path / "tiny", "qwen2")
    config = load_study(ROOT / "config" / "excgec.yaml")
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


def test_a_system_that_needs_more_than_there_is_is_named(tmp_path):
    seq2seq("t5").save_pretrained(tmp_path / "t5")
    entry = {"type": "seq2seq", "model": "t5", "num_beams": 3, "max_length_ratio": 1.5}
    settings = {"batch_tokens": 4096, "dtype": "float32", "device": "auto"}
    config = {
        "explanation": settings,
        "correction": settings,
        "explainers": {},
        "systems": {"again": entry, "published": {"type": "outputs"}},
    }
    architecture = transformers.AutoConfig.from_pretrained(tmp_path / "t5")
    how = {"dtype": "float32", "batch_tokens": 4096, "num_beams": 3}
    needed = rewriting_memory(architecture, read=20, written=30 + 8, **how)
    enough = needed.total + CONTEXT
    assert list(memory_shortages(config, [tmp_path], enough)) == []
    (line,) = memory_shortages(config, [tmp_path], enough - 1)
    assert line.startswith(f"systems.again: {tmp_path / 't5'} takes {needed} of a GPU")
    assert line.endswith("batch_tokens < 4096, or correction.dtype: bfloat16, which takes less")


def test_the_start_of_a_study_says_so(tmp_path, monkeypatch):
    seq2seq("bart").save_pretrained(tmp_path / "bart")
    (tmp_path / "sources.txt").write_text("He go home .\n")
    config = {
        "study": "small",
        "datasets": {"d": {"sources": "sources.txt"}},
        "systems": {"bart": {"type": "seq2seq", "model": "bart"}},
        "metrics": {"scribendi": {"type": "scribendi", "model": "bart"}},
        "methods": {"shapley": {"type": "shapley"}},
    }
    path = tmp_path / "study.yaml"
    path.write_text(yaml.safe_dump(config))
    monkeypatch.setattr(opening, "least_memory", lambda: CONTEXT)
    (line,) = open_study(config, [path], within=tmp_path).remarks
    assert line.startswith("systems.bart: ")
    assert "set correction.dtype: bfloat16, which takes less, or take a smaller model" in line
