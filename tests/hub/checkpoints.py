"""Small models with random weights, one in each layout of those that are published on the hub."""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import torch
from oracle.make_models import make_models
from project import ROOT
from safetensors.torch import load_file, save_file
from tiny_chat_models import build_chat_model
from tiny_models import bart_that_ends, randomised, save, small_t5
from toy_gector import edit_config, save_random
from transformers import AutoModelForCausalLM, T5TokenizerFast

ORACLE = json.loads(
    (ROOT / "tests" / "oracle" / "cases.json").read_text(encoding="utf-8")
)
COMMIT = "0123456789abcdef0123456789abcdef01234567"
WORDS = "she like likes it i eat an apple yesterday . $START".lower().split()


def write_cache(cache: Path, folder: Path) -> None:
    """Write a model of each layout, by its id, as the hub's client keeps it.

    Args:
        cache: the cache of the client.
        folder: where models are made whose scores by the authors' code are known.
    """
    sums = make_models(folder, [ROOT / text for text in ORACLE["meta"]["texts"]])
    assert sums == ORACLE["meta"]["models"], (
        "these are not the models of the oracle's cases"
    )

    def place(model: str) -> Path:
        return folder_of(cache, model)

    as_first_published(folder / "impara-qe", place("bert/torch-file"))
    # BERT for pre-training: the encoder is a part of it, norms have their names of 2018.
    bert = shutil.copytree(folder / "impara-se", place("bert/pretrained"))
    _change(bert, _pretrained)
    (bert / "pytorch_model.bin").write_bytes(b"not read, for there are safetensors")
    _list_pieces(bert)
    # GPT-2 alone, without the name of the model around it, and with its masks.
    gpt2 = shutil.copytree(folder / "gpt2", place("gpt2/bare"))
    _change(gpt2, _bare_gpt2)
    _list_pairs(gpt2, {"model_max_length": 1024})
    # Its vocabulary is in two files, its weights in a torch file.
    bart = place("bart/torch-file")
    save(*bart_that_ends(), bart)
    _as_torch_files(bart)
    _list_pairs(bart, {"model_max_length": 100, "tokenizer_class": "BartTokenizer"})
    (bart / "tokenizer.json").unlink()
    pieces = _unigrams()
    save(randomised(small_t5(len(pieces)), seed=7), pieces, place("t5/unigrams"))
    # A tagger that names its encoder, another model of the hub.
    tagger = save_random(
        place("gector/tagger"), WORDS, ["$DELETE", "$APPEND_the"], seed=3
    )
    encoder = json.loads((tagger / "config.json").read_text())["encoder_config"]
    edit_config(tagger, encoder_config=None, model_id="gector/encoder")
    place("gector/encoder").mkdir(parents=True)
    (place("gector/encoder") / "config.json").write_text(json.dumps(encoder))
    # A chat model in several torch files, which an index names.
    chat = build_chat_model(place("chat/torch-shards"), "llama")
    model = AutoModelForCausalLM.from_pretrained(chat)
    (chat / "model.safetensors").unlink()
    model.save_pretrained(chat, max_shard_size="50KB")
    assert len(list(chat.glob("*.safetensors"))) > 1
    _as_torch_files(chat)


def folder_of(cache: Path, model: str) -> Path:
    """Where the client keeps a model."""
    return cache / f"models--{model.replace('/', '--')}" / "snapshots" / COMMIT


def some_models(oracle_models: Path, folder: Path) -> Path:
    """SOME's weights as they are published: a folder of three, each with a torch file."""
    for part in ("fluency", "grammer", "meaning"):
        as_first_published(oracle_models / "some" / part, folder / part)
    return folder


def as_first_published(model: Path, folder: Path) -> None:
    """A torch file as torch 1.5 wrote it, and a vocabulary as all that there is of a tokenizer."""
    shutil.copytree(model, folder)
    _as_torch_files(folder, old=True)
    _list_pieces(folder)
    (folder / "tokenizer.json").unlink()


def _unigrams() -> T5TokenizerFast:
    letters = [(letter, -5.0) for letter in "abcdefghijklmnopqrstuvwxyzESI."]
    special = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -2.0)]
    return T5TokenizerFast(vocab=[*special, *letters], extra_ids=0)


def _as_torch_files(folder: Path, *, old: bool = False) -> None:
    """Write the weights of a folder as torch files, and their index, if there is one."""
    for path in folder.glob("model*.safetensors"):
        whole = path.with_name(f"pytorch_{path.stem}.bin")
        torch.save(load_file(path), whole, _use_new_zipfile_serialization=not old)
        path.unlink()
    for index in folder.glob("model.safetensors.index.json"):
        parts = json.loads(index.read_text())["weight_map"]
        files = {name: f"pytorch_{Path(part).stem}.bin" for name, part in parts.items()}
        torch_index = index.with_name("pytorch_model.bin.index.json")
        torch_index.write_text(json.dumps({"metadata": {}, "weight_map": files}))
        index.unlink()


def _change(
    folder: Path,
    change: Callable[[Mapping[str, torch.Tensor]], dict[str, torch.Tensor]],
) -> None:
    """Change the weights of a model."""
    file = folder / "model.safetensors"
    save_file(change(load_file(file)), file, metadata={"format": "pt"})


def _pretrained(encoder: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """An encoder's weights as those of BERT for pre-training, as they were named at first."""
    whole = {}
    for name, weight in encoder.items():
        old = name.replace("LayerNorm.weight", "LayerNorm.gamma")
        whole["bert." + old.replace("LayerNorm.bias", "LayerNorm.beta")] = weight
    hidden = len(encoder["pooler.dense.bias"])
    whole["cls.predictions.transform.dense.weight"] = torch.zeros(hidden, hidden)
    whole["cls.seq_relationship.weight"] = torch.zeros(2, hidden)
    return whole


def _bare_gpt2(weights: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    bare = {
        name.removeprefix("transformer."): weight for name, weight in weights.items()
    }
    bare.pop("lm_head.weight", None)
    for layer in range(2):
        bare[f"h.{layer}.attn.bias"] = torch.ones(1, 1, 8, 8).tril()
    return bare


def _list_pieces(folder: Path) -> None:
    """Write a vocabulary of word pieces as the file that was there before tokenizer.json."""
    tokenizer = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    vocabulary = tokenizer["model"]["vocab"]
    pieces = sorted(vocabulary, key=vocabulary.__getitem__)
    (folder / "vocab.txt").write_text(
        "".join(f"{piece}\n" for piece in pieces), "utf-8"
    )
    about = {"do_lower_case": True, "model_max_length": 512}
    (folder / "tokenizer_config.json").write_text(json.dumps(about))


def _list_pairs(folder: Path, about: Mapping[str, object]) -> None:
    """Write byte pairs as the two files that were there before tokenizer.json."""
    model = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))["model"]
    merges = (
        merge if isinstance(merge, str) else " ".join(merge)
        for merge in model["merges"]
    )
    (folder / "vocab.json").write_text(json.dumps(model["vocab"]))
    (folder / "merges.txt").write_text(
        "\n".join(["#version: 0.2", *merges, ""]), "utf-8"
    )
    (folder / "tokenizer_config.json").write_text(json.dumps(about))
