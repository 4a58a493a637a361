"""Fine-tuning for EXCGEC's tasks, on a random model and the corpus written for the project."""

import pytest
import torch
import transformers
from project import ROOT
from tiny_chat_models import LAYOUTS, TEMPLATE, build_chat_model

from gec_attribution.errors import ConfigError, InputError
from gec_attribution.explanations import load_explainer
from gec_attribution.explanations.base import ExplainerInput
from gec_attribution.explanations.records import read_explanations, write_explanations
from gec_attribution.explanations.tasks import TARGET_MARKER, Task
from gec_attribution.plugins.settings import Settings
from training import excgec, fitting
from training.excgec import IGNORED, Files, _examples, train_on_excgec
from training.fitting import Run
from training.recipes import Excgec

SENTENCES = sorted(
    (
        one
        for one in read_explanations(ROOT / "data/learner-zh/gold.json").sentences
        if one.edits
    ),
    key=lambda one: sum(len(each.explanation.description) for each in one.edits),
)
MODULES = {"modules": ["q_proj", "v_proj"], "whole": ["embed_tokens", "lm_head"]}
STEPS = {"learning_rate": 0.02, "schedule": "cosine", "warmup_steps": 2}
RECIPE = {
    "cutoff": 2000,
    "lora": {"rank": 4, "alpha": 16, **MODULES},
    "fit": {**STEPS, "epochs": 3, "batch_size": 4, "accumulation": 2, "seed": 0},
}


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return build_chat_model(tmp_path_factory.mktemp("models") / "qwen2")


def train(model, folder, **changes):
    recipe = Excgec(**RECIPE | {"base": str(model)} | changes)
    parts = {
        "training": SENTENCES[:20],
        "validation": SENTENCES[16:18],
        "test": SENTENCES[18:22],
    }
    for name, part in parts.items():
        write_explanations(folder / f"{name}.json", part)
    files = Files(*(folder / f"{name}.json" for name in parts))
    run = Run(folder / "adapter", folder / "checkpoints", "cpu")
    return train_on_excgec(Task.POST_EXPLAINING, files, recipe, run)


def explainer_of(base, adapter, **settings):
    """The explainer with a trained adapter, which knows the marker and writes."""
    entry = {"type": "causal", "model": str(base), "adapter": str(adapter)}
    explainer = load_explainer("mine", entry, Settings(**settings))
    assert explainer._trained
    (parsed,) = explainer.write([ExplainerInput(SENTENCES[0].source)])
    assert parsed.sentence.source == SENTENCES[0].source
    return explainer


@pytest.fixture(autouse=True)
def _short_answers(monkeypatch):
    monkeypatch.setattr("gec_attribution.explanations.causal.BEAMS", 2)
    monkeypatch.setattr("gec_attribution.explanations.causal.MOST_TOKENS", 16)


def test_what_is_trained_is_loaded_by_the_explainer(model, tmp_path):
    figures = train(model, tmp_path)
    # Two of twenty sources are in the validation part, two in the test part.
    assert (figures["sentences"], figures["held_out"], figures["too_long"]) == (
        16,
        4,
        0,
    )
    assert figures["steps"] == 6
    assert figures["validation_loss"] < figures["training_loss"] < 8
    adapter = tmp_path / "adapter"
    assert {path.name for path in adapter.iterdir()} >= {
        "adapter_config.json",
        "adapter_model.safetensors",
        "tokenizer.json",
    }
    assert str(tmp_path) not in (adapter / "adapter_config.json").read_text()
    explainer_of(model, adapter)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_trained_in_bfloat16_is_used_in_bfloat16(layout, tmp_path, monkeypatch):
    """As on a GPU, for the layouts of EXCGEC's base models, whose files are in bfloat16."""
    for module in (excgec, fitting):
        monkeypatch.setattr(module, "in_bfloat16", lambda _: True)
    kind, sharing = LAYOUTS[layout]
    base = build_chat_model(
        tmp_path / "base", kind, sharing=sharing, dtype=torch.bfloat16
    )
    recipe = Excgec(**RECIPE, base=str(base))
    adapted = excgec._with_matrices(base, 300, recipe, torch.device("cpu"))
    trained, kept = {}, {}
    for name, weight in adapted.named_parameters():
        (trained if weight.requires_grad else kept)[name] = weight.dtype
    # Steps are too small for bfloat16: what is trained is in float32.
    assert set(trained.values()) == {torch.float32}
    assert set(kept.values()) == {torch.bfloat16}
    assert {name.split(".")[-2] for name in trained} == {"default"}
    assert sum("embed_tokens" in name or "lm_head" in name for name in trained) == 2
    figures = train(base, tmp_path)
    assert figures["validation_loss"] < figures["training_loss"] < 8
    explainer = explainer_of(base, tmp_path / "adapter", device="cpu", dtype="bfloat16")
    assert {one.dtype for one in explainer._generator.model.parameters()} == {
        torch.bfloat16
    }


def test_the_answer_alone_is_learnt(model):
    tokenizer = transformers.AutoTokenizer.from_pretrained(model)
    tokenizer.add_special_tokens({"additional_special_tokens": [TARGET_MARKER]})
    sentence = SENTENCES[0]
    for task in Task:
        (example,) = _examples(tokenizer, task, [sentence])
        assert len(example["input_ids"]) == len(example["labels"])
        learnt = [token for token in example["labels"] if token != IGNORED]
        assert tokenizer.decode(example["input_ids"]).startswith("<|im_start|>user\n")
        assert tokenizer.decode(learnt).endswith("<|im_end|>")
        assert (TARGET_MARKER in tokenizer.decode(learnt)) == (
            task in (Task.POST_EXPLAINING, Task.PRE_EXPLAINING)
        )
        assert sentence.source not in tokenizer.decode(learnt)
        assert sentence.source in tokenizer.decode(example["input_ids"])
    assert tokenizer.chat_template == TEMPLATE


def test_what_cannot_be_trained_is_named(model, tmp_path):
    with pytest.raises(
        InputError, match="no sentence to learn from with up to 50 tokens"
    ):
        train(model, tmp_path, cutoff=50)
    with pytest.raises(ConfigError, match=r"lora\.modules, lora\.whole: do not fit"):
        train(model, tmp_path, lora={**RECIPE["lora"], "modules": ["c_attn"]})
