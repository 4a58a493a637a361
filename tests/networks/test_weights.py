"""Files of a model folder that are read."""

import json
import re

import pytest
import tiny_models
import torch
from safetensors.torch import load_file, save_file

from gec_attribution.errors import ModelError
from gec_attribution.networks import hub
from gec_attribution.plugins.settings import Settings


def load(folder):
    return hub.load_model("AutoModelForSequenceClassification", folder, Settings(device="cpu"))


def test_weights_that_are_missing_are_named(tmp_path):
    folder = tiny_models.build(tmp_path) / "encoder"
    weights = load_file(folder / "model.safetensors")
    del weights["classifier.weight"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelError, match=r"lacks 1 weights .* classifier\.weight"):
        load(folder)


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "tokenizer_config.json"])
@pytest.mark.parametrize("content", ["[]", "null"])
def test_a_description_that_is_no_json_object_is_named(tmp_path, name, content):
    folder = tiny_models.build(tmp_path) / "gpt2"
    (folder / name).write_text(content)
    found = rf"{name}: must be a JSON object, found '{re.escape(content)}'"
    with pytest.raises(ModelError, match=found):
        hub.model_folder(str(folder), None)


def test_other_files_of_weights_in_a_folder_are_not_read(tmp_path):
    folder = tiny_models.build(tmp_path) / "encoder"
    whole = folder / "model.safetensors"
    weights = load_file(whole)
    other = {name: weight + 1 for name, weight in weights.items()}
    save_file(other, folder / "z.safetensors", metadata={"format": "pt"})
    read = load(folder).state_dict()
    assert all(torch.equal(read[name], weight) for name, weight in weights.items())
    fingerprint = hub.fingerprint(folder)
    (folder / "z.safetensors").unlink()
    assert hub.fingerprint(folder) == fingerprint
    # Of a model in parts, those that its index names.
    whole.rename(folder / "part.safetensors")
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": dict.fromkeys(weights, "part.safetensors")}))
    assert hub.read_weights(folder).keys() == weights.keys()
    save_file(other, folder / "z.safetensors")
    index.write_text(json.dumps({"weight_map": {"a": "part.safetensors", "b": "z.safetensors"}}))
    with pytest.raises(ModelError, match=r"z\.safetensors: has .*, which another file"):
        load(folder)
