"""Models that are read without transformers give the numbers that it gives, bit for bit."""

import json
from pathlib import Path

import numpy as np
import pytest
import tiny_models
import torch
import transformers
from project import ROOT
from safetensors.torch import load_file, save_file

from gec_attribution.errors import ModelError
from gec_attribution.networks import hub
from gec_attribution.networks.causal import CausalLanguageModel
from gec_attribution.networks.encoder import Encoder
from gec_attribution.networks.plain import PlainTokenizer, read_model, read_tokenizer
from gec_attribution.networks.plain.models import Gpt2LanguageModel
from gec_attribution.plugins.settings import Settings

TEXTS = [
    "the cat sat on a mat .",
    "she likes to read many books about it yesterday , the cat sat",
    "Ünknown wörds 😀 猫",
    "a " * 300,
    "",
]
EMBEDDED = ["encoder", "gpt2-embedded", "gpt2-zh"]


@pytest.fixture
def language_model(tmp_path: Path) -> Path:
    """A GPT-2 as the embedded ones are."""
    config = transformers.GPT2Config(
        vocab_size=257,
        n_positions=64,
        n_embd=32,
        n_layer=2,
        n_head=2,
        activation_function="gelu_pytorch_tanh",
    )
    model = tiny_models.randomised(transformers.GPT2LMHeadModel(config), seed=4)
    tiny_models.save(model, tiny_models.byte_tokenizer(), tmp_path / "gpt2")
    return tmp_path / "gpt2"


def load(auto_class: str, folder: Path, *, only_read: bool):
    return hub.load_model(auto_class, folder, Settings(device="cpu"), only_read=only_read)


def read_plain(auto_class: str, folder: Path):
    return read_model(auto_class, folder, lambda: load_file(folder / "model.safetensors"))


def alter(folder: Path, file: str = "config.json", **options: object) -> None:
    content = json.loads((folder / file).read_text())
    (folder / file).write_text(json.dumps(content | options))


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("heads", [True, False])
@pytest.mark.parametrize("pairs", [None, TEXTS[::-1]])
def test_encoders_read_as_those_of_transformers(tiny_models, monkeypatch, heads, pairs, dtype):
    settings = Settings(device="cpu", dtype=dtype, batch_tokens=200)
    folder = tiny_models / "encoder"
    plain = Encoder(folder, settings, heads=heads)
    monkeypatch.setattr("gec_attribution.networks.plain.read_model", lambda *_: None)
    official = Encoder(folder, settings, heads=heads)
    assert not type(plain.model).__module__.startswith("transformers")
    assert type(official.model).__module__.startswith("transformers")
    ours, theirs = plain.encode(TEXTS, pairs), official.encode(TEXTS, pairs)
    assert np.array_equal(ours.logits, theirs.logits)
    assert ours.logits.any() == heads
    assert np.array_equal(ours.pooled, theirs.pooled)


def test_an_encoder_without_segments_reads_as_that_of_transformers(tiny_models):
    ids, mask = torch.tensor([[2, 9, 8, 3], [2, 7, 3, 0]]), torch.tensor([[1] * 4, [1, 1, 1, 0]])
    states = [
        load("AutoModel", tiny_models / "similarity", only_read=only_read)(
            input_ids=ids, attention_mask=mask, output_hidden_states=True
        ).hidden_states
        for only_read in (True, False)
    ]
    assert len(states[0]) == len(states[1]) == 3
    assert all(torch.equal(*pair) for pair in zip(*states, strict=True))


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_language_models_read_as_those_of_transformers(language_model, monkeypatch, dtype):
    settings = Settings(device="cpu", dtype=dtype)
    plain = CausalLanguageModel(language_model, settings)
    monkeypatch.setattr("gec_attribution.networks.plain.read_model", lambda *_: None)
    official = CausalLanguageModel(language_model, settings)
    assert isinstance(plain.model, Gpt2LanguageModel)
    assert type(official.model).__module__.startswith("transformers")
    sequences = [tuple(each.ids) for each in official.encode(TEXTS) if len(each.ids) > 1]
    pairs = zip(plain.token_losses(sequences), official.token_losses(sequences), strict=True)
    assert all(np.array_equal(*pair) for pair in pairs)
    losses = [model.next_token_losses(sequences[0]) for model in (plain, official)]
    assert np.array_equal(*losses)


def test_a_whole_language_model_reads_a_padded_batch_as_that_of_transformers(language_model):
    batch = {
        "input_ids": torch.tensor([[5, 6, 7], [8, 9, 0]]),
        "attention_mask": torch.tensor([[1, 1, 1], [1, 1, 0]]),
    }
    ours, theirs = (
        load("AutoModelForCausalLM", language_model, only_read=only_read)(**batch).logits
        for only_read in (True, False)
    )
    read = batch["attention_mask"].bool()
    assert torch.equal(ours[read], theirs[read])


@pytest.mark.parametrize(
    "options",
    [
        {"hidden_act": "relu"},
        {"is_decoder": True},
        {"model_type": "electra"},
        {"quantization_config": {}},
        {"hidden_size": 48},
    ],
)
def test_an_encoder_that_is_not_plain_is_left_to_transformers(tmp_path, options):
    folder = tiny_models.build(tmp_path) / "encoder"
    alter(folder, **options)
    assert read_plain("AutoModel", folder) is None


@pytest.mark.parametrize(
    "options",
    [{"activation_function": "gelu_new"}, {"n_inner": 64}, {"tie_word_embeddings": False}],
)
def test_a_language_model_that_is_not_plain_is_left_to_transformers(language_model, options):
    alter(language_model, **options)
    assert read_plain("AutoModelForCausalLM", language_model) is None


def test_weights_that_are_missing_are_named_as_by_transformers(tmp_path):
    folder = tiny_models.build(tmp_path) / "encoder"
    weights = load_file(folder / "model.safetensors")
    del weights["classifier.weight"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ModelError, match=r"lacks 1 weights .* classifier\.weight"):
        load("AutoModelForSequenceClassification", folder, only_read=True)
    # Without heads nothing is missing.
    assert read_plain("AutoModel", folder) is not None


def test_other_files_of_weights_in_a_folder_are_not_read(tmp_path):
    folder = tiny_models.build(tmp_path) / "encoder"
    whole = folder / "model.safetensors"
    weights = load_file(whole)
    other = {name: weight + 1 for name, weight in weights.items()}
    save_file(other, folder / "z.safetensors", metadata={"format": "pt"})
    assert all(map(torch.equal, hub.read_weights(folder).values(), weights.values()))
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
        load("AutoModelForSequenceClassification", folder, only_read=True)


@pytest.mark.parametrize("name", EMBEDDED)
def test_embedded_tokenizers_cut_texts_as_transformers_does(name):
    folder = ROOT / "models" / name
    plain, official = hub.load_tokenizer(folder, only_read=True), hub.load_tokenizer(folder)
    assert isinstance(plain, PlainTokenizer)
    texts = [*TEXTS, "他昨天去了图书馆。[MASK] <|endoftext|>", "He do n't know his'n — naïve ?"]
    for pairs in (None, texts[::-1]):
        for length in (6, 40):
            theirs = official(texts, pairs, truncation=True, max_length=length).encodings
            for encoding, official_encoding in zip(
                hub.tokenize(plain, texts, pairs, length), theirs, strict=True
            ):
                assert list(encoding.ids) == official_encoding.ids
                assert list(encoding.type_ids) == official_encoding.type_ids
                assert encoding.cut == bool(official_encoding.overflowing)
    uncut = [each(texts, add_special_tokens=False)["input_ids"] for each in (plain, official)]
    assert uncut[0] == uncut[1]
    for attribute in ("model_max_length", "pad_token_id", "unk_token_id"):
        assert getattr(plain, attribute) == getattr(official, attribute)


@pytest.mark.parametrize(
    "options",
    [
        {"do_lower_case": False},
        {"auto_map": {}},
        {"tokenizer_class": "RobertaTokenizer"},
        {"unk_token": "[MASK]"},
        {"pad_token": "[FILL]"},
        {"model_max_length": None},
    ],
)
def test_a_tokenizer_whose_files_say_more_is_left_to_transformers(tmp_path, options):
    tokenizer = tiny_models.wordpiece_tokenizer()
    tokenizer.save_pretrained(tmp_path)
    assert read_tokenizer(tmp_path) is not None
    alter(tmp_path, "tokenizer_config.json", **options)
    assert read_tokenizer(tmp_path) is None
