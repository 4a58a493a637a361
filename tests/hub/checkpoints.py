"""Small models with random weights, one in each layout of those that are published on the hub."""

import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import torch
from oracle.make_models import make_models
from project import ROOT
from safetensors.torch import load_file, save_file
from tiny_chat_models import KINDS, build_chat_model
from tiny_models import bart_that_ends, randomised, save
from toy_gector import save_random
from transformers import (
    PreTrainedModel,
    PreTrainedTokenizerFast,
    T5Config,
    T5ForConditionalGeneration,
    T5TokenizerFast,
)

ORACLE = json.loads((ROOT / "tests" / "oracle" / "cases.json").read_text(encoding="utf-8"))
COMMIT = "0123456789abcdef0123456789abcdef01234567"
WORDS = "she like likes it i eat an apple yesterday . $START".lower().split()


def write_cache(cache: Path, folder: Path) -> None:
    """Write a model of each layout, by its id, as the hub's client keeps it.

    Args:
        cache: the cache of the client.
        folder: where models are made whose scores by the authors' code are known.
    """
    sums = make_models(folder, [ROOT / text for text in ORACLE["meta"]["texts"]])
    assert sums == ORACLE["meta"]["models"], "these are not the models of the oracle's cases"
    models = {
        **_scoring(folder),
        "bart/torch-file": _bart(),
        "t5/unigrams": _t5(),
        **_gector(),
        "chat/shards": _chat("qwen2", "shards"),
        "chat/torch-shards": _chat("llama", "torch-shards"),
    }
    for name, files in models.items():
        place = cache / f"models--{name.replace('/', '--')}" / "snapshots" / COMMIT
        place.mkdir(parents=True)
        for file, content in files.items():
            (place / file).write_bytes(content)


def _scoring(folder: Path) -> dict[str, dict[str, bytes]]:
    quality, encoder, gpt2 = (
        load_file(folder / name / "model.safetensors")
        for name in ("impara-qe", "impara-se", "gpt2")
    )
    tokenizer = (folder / "gpt2" / "tokenizer.json").read_bytes()
    return {
        # A torch file as torch 1.5 wrote it, and a vocabulary as all that there is of a tokenizer.
        "bert/torch-file": {
            **_read(folder / "impara-qe", "config.json"),
            "pytorch_model.bin": _torch_file(quality, old=True),
            **_wordpieces(folder / "impara-qe", whole=False),
        },
        # BERT for pre-training: the encoder is a part of it, norms have their names of 2018.
        "bert/pretrained": {
            **_read(folder / "impara-se", "config.json"),
            "model.safetensors": _safetensors(_pretrained(encoder)),
            "pytorch_model.bin": b"not read, for there are safetensors",
            **_wordpieces(folder / "impara-se"),
        },
        # GPT-2 alone, without the name of the model around it, and with its masks.
        "gpt2/bare": {
            **_read(folder / "gpt2", "config.json", "tokenizer.json"),
            "model.safetensors": _safetensors(_bare_gpt2(gpt2)),
            "tokenizer_config.json": b'{"model_max_length": 1024}',
            **_byte_pairs_of(tokenizer),
        },
    }


def some_models(oracle_models: Path, folder: Path) -> Path:
    """SOME's weights as they are published: a folder of three, each with a torch file."""
    for part in ("fluency", "grammer", "meaning"):
        files = _read(oracle_models / "some" / part, "config.json")
        weights = load_file(oracle_models / "some" / part / "model.safetensors")
        files |= {"pytorch_model.bin": _torch_file(weights, old=True)}
        files |= _wordpieces(oracle_models / "some" / part, whole=False)
        (folder / part).mkdir(parents=True)
        for name, content in files.items():
            (folder / part / name).write_bytes(content)
    return folder


def _bart() -> dict[str, bytes]:
    """Its vocabulary is in two files, its weights in a torch file."""
    files = _files(*bart_that_ends(), kind="torch")
    said = b'{"model_max_length": 100, "tokenizer_class": "BartTokenizer"}'
    return {**files, **_byte_pairs_of(files.pop("tokenizer.json")), "tokenizer_config.json": said}


def _t5() -> dict[str, bytes]:
    letters = [(letter, -5.0) for letter in "abcdefghijklmnopqrstuvwxyzESI."]
    special = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -2.0)]
    pieces = T5TokenizerFast(vocab=[*special, *letters], extra_ids=0)
    config = T5Config(
        vocab_size=len(pieces), d_model=32, d_kv=16, d_ff=64, num_layers=2, num_heads=2,
        decoder_start_token_id=0,
    )  # fmt: skip
    return _files(randomised(T5ForConditionalGeneration(config), seed=7), pieces)


def _gector() -> dict[str, dict[str, bytes]]:
    """A tagger that names its encoder, another model of the hub."""
    with tempfile.TemporaryDirectory() as name:
        save_random(Path(name), WORDS, ["$DELETE", "$APPEND_the"], seed=3)
        files = _read(Path(name))
    config = json.loads(files["config.json"])
    encoder = config.pop("encoder_config")
    files["config.json"] = json.dumps({**config, "model_id": "gector/encoder"}).encode()
    return {
        "gector/tagger": files,
        "gector/encoder": {"config.json": json.dumps(encoder).encode()},
    }


def _chat(kind: str, files: str) -> dict[str, bytes]:
    assert kind in KINDS
    with tempfile.TemporaryDirectory() as name:
        folder = build_chat_model(Path(name), kind)
        return _in_files(folder, files)


def _files(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, kind: str = "safetensors"
) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as name:
        save(model, tokenizer, Path(name))
        return _in_files(Path(name), kind)


def _in_files(folder: Path, kind: str) -> dict[str, bytes]:
    """The files of a model that was saved in `folder`.

    Args:
        folder: of the model.
        kind: how its weights are to be kept: `safetensors` or `torch`, one file of them, or
            `shards` of safetensors or `torch-shards`.
    """
    files = _read(folder)
    if kind != "safetensors":
        del files["model.safetensors"]
        weights = load_file(folder / "model.safetensors")
        write = _torch_file if kind.startswith("torch") else _safetensors
        stem, end = ("pytorch_model", "bin") if write is _torch_file else ("model", "safetensors")
        files |= _in_parts(weights, 1 if kind == "torch" else 3, stem, end, write)
    return files


def _in_parts(
    weights: Mapping[str, torch.Tensor],
    parts: int,
    stem: str,
    end: str,
    write: Callable[[Mapping[str, torch.Tensor]], bytes],
) -> dict[str, bytes]:
    if parts == 1:
        return {f"{stem}.{end}": write(weights)}
    names = sorted(weights)
    file_of = {
        name: f"{stem}-{place * parts // len(names) + 1:05}-of-{parts:05}.{end}"
        for place, name in enumerate(names)
    }
    index = {"metadata": {}, "weight_map": file_of}
    return {
        f"{stem}.{end}.index.json": json.dumps(index).encode(),
        **{
            file: write({name: weights[name] for name in names if file_of[name] == file})
            for file in dict.fromkeys(file_of.values())
        },
    }


def _torch_file(weights: Mapping[str, torch.Tensor], *, old: bool = False) -> bytes:
    return _written(
        lambda path: torch.save(dict(weights), path, _use_new_zipfile_serialization=not old)
    )


def _safetensors(weights: Mapping[str, torch.Tensor]) -> bytes:
    return _written(lambda path: save_file(dict(weights), path, metadata={"format": "pt"}))


def _written(write: Callable[[Path], None]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        write(path)
        return path.read_bytes()


def _pretrained(encoder: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """An encoder's weights as those of BERT for pre-training, as they were named at first."""
    renamed = {
        "bert."
        + name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
            "LayerNorm.bias", "LayerNorm.beta"
        ): weight
        for name, weight in encoder.items()
    }
    hidden = encoder["pooler.dense.bias"].shape[0]
    vocabulary = len(encoder["embeddings.word_embeddings.weight"])
    return {
        **renamed,
        "cls.predictions.bias": torch.zeros(vocabulary),
        "cls.predictions.transform.dense.weight": torch.zeros(hidden, hidden),
        "cls.seq_relationship.weight": torch.zeros(2, hidden),
        "cls.seq_relationship.bias": torch.zeros(2),
    }


def _bare_gpt2(weights: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    bare = {name.removeprefix("transformer."): weight for name, weight in weights.items()}
    bare.pop("lm_head.weight", None)
    layers = {name.split(".")[1] for name in bare if name.startswith("h.")}
    masks = {f"h.{layer}.attn.bias": torch.ones(1, 1, 8, 8).tril() for layer in sorted(layers)}
    return {**bare, **masks}


def _wordpieces(folder: Path, *, whole: bool = True) -> dict[str, bytes]:
    """The files of a vocabulary of word pieces; without its tokenizer.json if not `whole`."""
    tokenizer = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    vocabulary = tokenizer["model"]["vocab"]
    pieces = sorted(vocabulary, key=vocabulary.__getitem__)
    files = {
        "vocab.txt": "".join(f"{piece}\n" for piece in pieces).encode(),
        "tokenizer_config.json": b'{"do_lower_case": true, "model_max_length": 512}',
    }
    return {**files, **_read(folder, "tokenizer.json")} if whole else files


def _byte_pairs_of(tokenizer: bytes) -> dict[str, bytes]:
    """The vocabulary and merges of a tokenizer.json, in the files that were there before it."""
    model = json.loads(tokenizer)["model"]
    merges = (merge if isinstance(merge, str) else " ".join(merge) for merge in model["merges"])
    return {
        "vocab.json": json.dumps(model["vocab"]).encode(),
        "merges.txt": "\n".join(["#version: 0.2", *merges, ""]).encode(),
    }


def _read(folder: Path, *names: str) -> dict[str, bytes]:
    return {
        name: (folder / name).read_bytes()
        for name in names or [path.name for path in sorted(folder.iterdir())]
    }
