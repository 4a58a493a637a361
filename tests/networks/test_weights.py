"""Files of a model folder that are read."""

import json

import pytest
import tiny_models
import torch
from safetensors.torch import load_file, save_file

from gec_attribution.errors import ModelError
from gec_attribution.networks import hub, model_files
from gec_attribution.networks.adapter import load_judge
from gec_attribution.plugins.settings import Settings


def load(folder):
    return hub.load_model("AutoModelForSequenceClassification", folder, Settings(device="cpu"))


def test_weights_that_are_missing_are_named(tmp_path):
    folder = tiny_models.build(tmp_path) / "encoder"
    weights = load_file(folder / "model.safetensors")
    whole = weights.pop("classifier.weight")
    for added in ({}, {"classifier.weight": whole[:, 1:].clone()}):
        save_file(weights | added, folder / "model.safetensors", metadata={"format": "pt"})
        with pytest.raises(ModelError, match=r"lacks 1 weights .* size .* classifier\.weight"):
            load(folder)


def judge(folder):
    return load_judge(folder, Settings(device="cpu"))


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "tokenizer_config.json"])
@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[]", r"must be a JSON object, found '\[\]'"),
        ("null", "found 'null'"),
        ("{", "is not JSON"),
    ],
)
def test_a_description_that_is_no_json_object_is_named(tmp_path, name, content, problem):
    folder = tiny_models.build(tmp_path) / "encoder"
    (folder / name).write_text(content)
    for found in (lambda: hub.model_folder(str(folder), None), lambda: judge(folder)):
        with pytest.raises(ModelError, match=f"{name}: .*{problem}"):
            found()


def test_other_files_of_weights_in_a_folder_are_not_read(tmp_path):
    folder = tiny_models.build(tmp_path) / "encoder"
    whole = folder / "model.safetensors"
    weights = load_file(whole)
    other = {name: weight + 1 for name, weight in weights.items()}
    save_file(other, folder / "z.safetensors", metadata={"format": "pt"})
    read = load(folder).state_dict()
    assert all(torch.equal(read[name], weight) for name, weight in weights.items())
    fingerprint = model_files.fingerprint(folder)
    (folder / "z.safetensors").unlink()
    assert model_files.fingerprint(folder) == fingerprint
    # The parts that the index of a model names.
    whole.rename(folder / "part.safetensors")
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": dict.fromkeys(weights, "part.safetensors")}))
    assert model_files.read_weights(folder).keys() == weights.keys()
    save_file(other, folder / "z.safetensors")
    index.write_text(json.dumps({"weight_map": {"a": "part.safetensors", "b": "z.safetensors"}}))
    with pytest.raises(ModelError, match=r"z\.safetensors: has .*, which another file"):
        load(folder)


@pytest.mark.parametrize("bad", [float("nan"), float("-inf")])
def test_weights_that_are_no_numbers_are_named(tmp_path, bad):
    folder = tiny_models.build(tmp_path) / "encoder"
    weights = load_file(folder / "model.safetensors")
    weights["classifier.weight"][1, 2] = bad
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    for read in (load, model_files.read_weights):
        with pytest.raises(
            ModelError, match=r"encoder: the weights classifier\.weight have values"
        ):
            read(folder)
