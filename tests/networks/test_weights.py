"""Files of a model folder that are read."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from gec_attribution.errors import ModelError
from gec_attribution.networks import hub, model_files
from gec_attribution.networks.adapter import load_judge
from gec_attribution.plugins.settings import Settings


@pytest.fixture
def folder(tmp_path, tiny_models) -> Path:
    """A copy of a model folder, to be changed."""
    return Path(shutil.copytree(tiny_models / "encoder", tmp_path / "encoder"))


def load(folder):
    return hub.load_model(
        "AutoModelForSequenceClassification", folder, Settings(device="cpu")
    )


def test_weights_that_are_missing_are_named(folder):
    weights = load_file(folder / "model.safetensors")
    whole = weights.pop("classifier.weight")
    for added in ({}, {"classifier.weight": whole[:, 1:].clone()}):
        save_file(
            weights | added, folder / "model.safetensors", metadata={"format": "pt"}
        )
        with pytest.raises(
            ModelError, match=r"lacks 1 weights .* size .* classifier\.weight"
        ):
            load(folder)


@pytest.mark.parametrize(
    "name", ["config.json", "tokenizer.json", "tokenizer_config.json"]
)
@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[]", r"must be a JSON object, found '\[\]'"),
        ("null", "found 'null'"),
        ("{", "is not JSON"),
    ],
)
def test_a_description_that_is_no_json_object_is_named(folder, name, content, problem):
    (folder / name).write_text(content)
    with pytest.raises(ModelError, match=f"{name}: .*{problem}"):
        hub.model_folder(str(folder), None)
    with pytest.raises(ModelError, match=f"{name}: .*{problem}"):
        load_judge(folder, Settings(device="cpu"))


def test_other_files_of_weights_in_a_folder_are_not_read(folder):
    weights = load_file(folder / "model.safetensors")
    fingerprint = model_files.fingerprint(folder)
    other = {name: weight + 1 for name, weight in weights.items()}
    save_file(other, folder / "z.safetensors", metadata={"format": "pt"})
    read = load(folder).state_dict()
    assert all(torch.equal(read[name], weight) for name, weight in weights.items())
    assert model_files.fingerprint(folder) == fingerprint


@pytest.mark.parametrize("bad", [float("nan"), float("-inf")])
def test_weights_that_are_no_numbers_are_named(folder, bad):
    weights = load_file(folder / "model.safetensors")
    weights["classifier.weight"][1, 2] = bad
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    for read in (load, model_files.read_weights):
        with pytest.raises(
            ModelError, match=r"encoder: the weights classifier\.weight have values"
        ):
            read(folder)


def test_of_the_parts_that_an_index_names_each_is_there_and_none_has_weights_of_another(
    folder,
):
    weights = load_file(folder / "model.safetensors")
    (folder / "model.safetensors").rename(folder / "part.safetensors")
    index = folder / "model.safetensors.index.json"
    index.write_text(
        json.dumps({"weight_map": dict.fromkeys(weights, "part.safetensors")})
    )
    assert model_files.read_weights(folder).keys() == weights.keys()
    save_file(weights, folder / "z.safetensors")
    index.write_text(
        json.dumps({"weight_map": {"a": "part.safetensors", "b": "z.safetensors"}})
    )
    with pytest.raises(ModelError, match=r"z\.safetensors: has .*, which another file"):
        load(folder)
    (folder / "part.safetensors").unlink()
    with pytest.raises(
        ModelError, match=r"names part\.safetensors, which is not beside it"
    ):
        load(folder)
