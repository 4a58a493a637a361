"""YAML files and model folders of strangers are data: nothing in them is run."""

import io
import json
import pickle
import re
import shutil
import sys
from functools import partial
from pathlib import Path

import pytest
import torch
from tiny_models import entries

from gec_attribution.errors import ConfigError, ModelError
from gec_attribution.metrics import load_metric
from gec_attribution.networks import hub as models
from gec_attribution.networks.model_files import read_weights
from gec_attribution.pipeline.opening import load_study


@pytest.fixture
def marker(tmp_path) -> Path:
    """The file that a payload makes when it is run."""
    path = tmp_path / "marker"
    yield path
    assert not path.exists(), "a payload was run"


# Configurations


@pytest.mark.parametrize(
    "value", ["!!python/object/apply:os.system ['touch {}']", "!payload ['touch {}']"]
)
def test_a_tag_builds_no_object(tmp_path, marker, value):
    path = tmp_path / "study.yaml"
    path.write_text("study: small\nseed: " + value.format(marker) + "\n")
    with pytest.raises(
        ConfigError, match=r"study\.yaml:2: is not YAML: could not determine"
    ):
        load_study(path)


# Models


class Payload:
    """Makes the marker when it is unpickled."""

    def __init__(self, marker: Path) -> None:
        self.marker = str(marker)

    def __reduce__(self) -> tuple:
        return open, (self.marker, "w")


def weights(payload, *, zipped=True) -> bytes:
    buffer = io.BytesIO()
    torch.save({"weight": payload}, buffer, _use_new_zipfile_serialization=zipped)
    return buffer.getvalue()


PICKLES = {
    "in a zip": weights,
    "in a legacy file": partial(weights, zipped=False),
    "as it is": pickle.dumps,
}


def specifications(folder: Path) -> list[dict]:
    """A metric of each type that reads a model folder."""
    whole = dict.fromkeys(("some", "quality", "similarity", "language_model"), "")
    return list(entries(folder, **whole).values())


@pytest.fixture
def folder(tmp_path, tiny_models) -> Path:
    """A copy of a model folder, to be tampered with."""
    return Path(shutil.copytree(tiny_models / "encoder", tmp_path / "model"))


@pytest.mark.parametrize("pickled", PICKLES.values(), ids=PICKLES)
def test_a_pickle_among_the_weights_is_not_run(folder, marker, pickled):
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(pickled(Payload(marker)))
    for spec in specifications(folder):
        with pytest.raises(ModelError, match=re.escape(str(folder))):
            load_metric("x", spec)
    with pytest.raises(ModelError, match=re.escape(str(folder))):
        read_weights(folder)


def test_a_pickle_beside_safetensors_is_not_read(folder, marker):
    for name in (
        "pytorch_model.bin",
        "training_args.bin",
        "optimizer.pt",
        "tokenizer.pkl",
    ):
        (folder / name).write_bytes(weights(Payload(marker)))
    assert load_metric("x", specifications(folder)[0]).score(
        ["a ."], ["a ."]
    ).shape == (1,)


def tamper(path: Path, **changes: object) -> None:
    content = json.loads(path.read_text(encoding="utf-8")) | changes
    path.write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def code(folder, marker) -> Path:
    """The folder with a module that makes the marker, and stand-ins for the model's classes."""
    classes = "PretrainedConfig", "PreTrainedModel", "PreTrainedTokenizerFast"
    (folder / "payload.py").write_text(
        f"open({str(marker)!r}, 'w')\nfrom transformers import {', '.join(classes)}\n"
        + "".join(
            f"class Evil{name}({name}): model_type = 'evil'\n" for name in classes
        )
    )
    return folder


AUTO_MAP = {
    "AutoConfig": "payload.EvilPretrainedConfig",
    "AutoModel": "payload.EvilPreTrainedModel",
    "AutoModelForCausalLM": "payload.EvilPreTrainedModel",
    "AutoModelForSequenceClassification": "payload.EvilPreTrainedModel",
    "AutoTokenizer": [None, "payload.EvilPreTrainedTokenizerFast"],
}


def load_all(folder: Path) -> None:
    for spec in specifications(folder):
        with pytest.raises(ModelError):
            load_metric("x", spec)
    with pytest.raises(ModelError):
        models.model_configuration(str(folder), None)


@pytest.mark.usefixtures("marker")
def test_a_models_own_class_is_not_imported(code):
    tamper(code / "config.json", auto_map=AUTO_MAP)
    # The model is of a class that transformers has, and this one is taken.
    assert load_metric("x", specifications(code)[0]).score(["a ."], ["a ."]).shape == (
        1,
    )
    tamper(
        code / "config.json", model_type="evil", architectures=["EvilPreTrainedModel"]
    )
    load_all(code)


@pytest.mark.usefixtures("marker")
def test_a_tokenizers_own_class_is_not_imported(code):
    tamper(code / "tokenizer_config.json", auto_map=AUTO_MAP, tokenizer_class="Evil")
    assert type(models.load_tokenizer(code)).__module__.startswith("transformers.")
    assert not any("payload" in name for name in sys.modules)


KERNEL = "somebody/attention:kernel"


def test_a_model_does_not_choose_how_attention_is_computed(folder):
    """A name of the hub there makes transformers fetch code and run it."""
    expected = load_metric("x", specifications(folder)[0]).score(["a ."], ["a b ."])
    for key in (
        "attn_implementation",
        "_attn_implementation",
        "experts_implementation",
    ):
        tamper(folder / "config.json", **{key: KERNEL})
    metric = load_metric("x", specifications(folder)[0])
    assert metric.score(["a ."], ["a b ."]) == expected
    assert metric.encoders["fluency"].model.config._attn_implementation == "sdpa"


@pytest.mark.parametrize(
    ("name", "changes", "problem"),
    [
        (
            "config.json",
            {"quantization_config": {"quant_method": "mxfp4"}},
            "quantised",
        ),
        (
            "config.json",
            {"text_config": {"quantization_config": {"bits": 4}}},
            "quantised",
        ),
        ("config.json", {"transformers_weights": "other.safetensors"}, "usual name"),
        (
            "adapter_config.json",
            {"base_model_name_or_path": "somebody/model"},
            "another model",
        ),
        ("shard-00001-model-00001-of-00001.safetensors", {}, "part of a training"),
    ],
)
def test_a_model_names_no_other_weights(folder, name, changes, problem):
    file = folder / name
    if not file.exists():
        file.write_text("{}")
    tamper(file, **changes)
    for spec in specifications(folder):
        with pytest.raises(ModelError, match=problem):
            load_metric("x", spec)


def test_a_tokenizer_that_cuts_words_at_random_is_refused(tiny_models, tmp_path):
    model = Path(shutil.copytree(tiny_models / "gpt2", tmp_path / "model"))
    content = json.loads((model / "tokenizer.json").read_text(encoding="utf-8"))
    tamper(model / "tokenizer_config.json", tokenizer_class="PreTrainedTokenizerFast")
    tamper(model / "tokenizer.json", model=content["model"] | {"dropout": 0.5})
    with pytest.raises(ModelError, match=r"at random \(dropout\)"):
        models.load_tokenizer(model)
