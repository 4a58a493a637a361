"""Repositories of a hub: small models with random weights, laid out as the published ones are.

Their ids are those that the configurations and the documentation name. What a repository holds that
nobody here reads (weights of other libraries, cards) is there, too, as a few bytes.
"""

import json
import re
import string
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import torch
from hub.server import Repository
from oracle.make_models import make_models
from project import ROOT
from safetensors.torch import load, load_file, save_file
from tiny_models import randomised, small_bart
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from toy_gector import save_published
from transformers import (
    BertConfig,
    BertModel,
    BertTokenizerFast,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedModel,
    PreTrainedTokenizerFast,
    Qwen2Config,
    Qwen2ForCausalLM,
    RobertaConfig,
    T5Config,
    T5ForConditionalGeneration,
    T5TokenizerFast,
)

from gec_attribution.systems.gector_model import OOV, Tagger, save_checkpoint
from gec_attribution.systems.gector_tags import KEEP, START

ORACLE = json.loads((ROOT / "tests" / "oracle" / "cases.json").read_text(encoding="utf-8"))
# Commits that configurations pin.
BERT_CASED_COMMIT = "cd5ef92a9fb2f889e972770a36d4ed042daf221e"
GPT2_COMMIT = "607a30d783dfa663caf39e06633721c8d4cfcd7e"
QWEN_CHAT_COMMIT = "5f4f5e69ac7f1d508f8369e977de208b4803444b"
T5_COMMIT = "54dcb1a5afab01991218d0e26f6b227ee4870187"
TAGS = [KEEP, "$APPEND_.", "$DELETE", "$REPLACE_the", "$TRANSFORM_CASE_CAPITAL", OOV]
CHATML = (
    "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}"
    "{{ '<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n' }}{% endif %}"
    "{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
LLAMA3_TEMPLATE = (
    "{% for message in messages %}{{ (bos_token if loop.first else '') + '<|start_header_id|>' + "
    "message['role'] + '<|end_header_id|>\n\n' + message['content'] | trim + '<|eot_id|>' }}"
    "{% endfor %}{% if add_generation_prompt %}"
    "{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
)
DEEPSEEK_TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}{% if message['role'] == 'user' %}"
    "{{ 'User: ' + message['content'] + '\n\n' }}{% else %}"
    "{{ 'Assistant: ' + message['content'] + eos_token }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)
DECODER = {
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
}


def write_oracle_models(folder: Path) -> Path:
    """The models whose scores by the authors' code are known; see tests/oracle."""
    sums = make_models(folder, [ROOT / text for text in ORACLE["meta"]["texts"]])
    assert sums == ORACLE["meta"]["models"], "these are not the models of the oracle's cases"
    return folder


def metric_repositories(oracle_models: Path) -> dict[str, Repository]:
    """The hub models of config/paper.yaml, with the weights of the oracle's."""
    quality, encoder, gpt2 = (
        load_file(oracle_models / name / "model.safetensors")
        for name in ("impara-qe", "impara-se", "gpt2")
    )
    return {
        # A torch file as torch 1.5 wrote it, and a vocabulary as all that there is of a tokenizer.
        "gotutiyan/IMPARA-QE": Repository(
            {
                **_read(oracle_models / "impara-qe", "config.json"),
                "pytorch_model.bin": _torch_file(quality, old=True),
                **_wordpieces(oracle_models / "impara-qe", whole=False),
            }
        ),
        # BERT for pre-training: the encoder is a part of it, norms have their names of 2018.
        "google-bert/bert-base-cased": Repository(
            {
                **_read(oracle_models / "impara-se", "config.json"),
                "model.safetensors": _safetensors(_pretrained(encoder)),
                "pytorch_model.bin": b"not read, for there are safetensors",
                **_wordpieces(oracle_models / "impara-se"),
                **_unread("tf_model.h5", "flax_model.msgpack"),
            },
            commit=BERT_CASED_COMMIT,
        ),
        # GPT-2 alone, without the name of the model around it, and with its masks.
        "openai-community/gpt2": Repository(
            {
                **_read(oracle_models / "gpt2", "config.json", "tokenizer.json"),
                "model.safetensors": _safetensors(_bare_gpt2(gpt2)),
                "tokenizer_config.json": b'{"model_max_length": 1024}',
                **_byte_pairs(oracle_models / "gpt2"),
                **_unread("tf_model.h5", "rust_model.ot", "onnx/decoder_model.onnx", "64.tflite"),
            },
            commit=GPT2_COMMIT,
        ),
    }


def deep_encoder(shallow: Repository) -> Repository:
    """The encoder of `metric_repositories` with the twelve layers of the published one.

    config/paper.yaml names one of them; the oracle's numbers are those of the shallow one.
    """
    config = json.loads(shallow.files["config.json"])
    layers, config["num_hidden_layers"] = config["num_hidden_layers"], 12
    weights = load(shallow.files["model.safetensors"])
    layer = re.compile(r"(bert\.encoder\.layer\.)(\d+)(\..+)")
    for name, weight in list(weights.items()):
        if named := layer.fullmatch(name):
            before, number, after = named.groups()
            for deeper in range(int(number) + layers, config["num_hidden_layers"], layers):
                weights[f"{before}{deeper}{after}"] = weight.clone()
    files = {
        "config.json": json.dumps(config).encode(),
        "model.safetensors": _safetensors(weights),
    }
    return Repository({**shallow.files, **files}, commit=shallow.commit)


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


def other_encoders() -> dict[str, Repository]:
    """An uncased encoder, that of GECToR, and GECToR itself, which names its encoder's old id."""
    tokenizer = BertTokenizerFast(vocab=_letters(), do_lower_case=True, model_max_length=512)
    config = BertConfig(vocab_size=len(tokenizer), **_SMALL_ENCODER)
    uncased = _files(randomised(BertModel(config), seed=4), tokenizer)
    roberta = RobertaConfig(
        vocab_size=0, max_position_embeddings=130, type_vocab_size=1, **_SMALL_ENCODER
    )
    tokenizer = byte_pair_tokenizer(
        _english(), 500, special=("<s>", "<pad>", "</s>", "<unk>", "<mask>"), cls="<s>", sep="</s>"
    )
    roberta.vocab_size = len(tokenizer)
    with tempfile.TemporaryDirectory() as name:
        tokenizer.save_pretrained(name)
        encoder = {**_read(Path(name)), "config.json": roberta.to_json_string().encode()}
    tokenizer.add_special_tokens({"additional_special_tokens": [START]})
    tagger = small_tagger(RobertaConfig(**{**roberta.to_dict(), "vocab_size": len(tokenizer)}))
    with tempfile.TemporaryDirectory() as name:
        save_checkpoint(tagger, TAGS, tokenizer, Path(name))
        gector = _read(Path(name))
    written_config = json.loads(gector["config.json"])
    del written_config["encoder_config"]
    gector["config.json"] = json.dumps({**written_config, "model_id": "roberta-base"}).encode()
    return {
        "google-bert/bert-base-uncased": Repository(uncased),
        "FacebookAI/roberta-base": Repository(encoder),
        "FacebookAI/roberta-large": Repository(encoder),
        "gotutiyan/gector-roberta-base-5k": Repository(gector),
    }


def small_tagger(encoder: RobertaConfig) -> Tagger:
    """A GECToR of this encoder, $START counted in its vocabulary, that acts at random."""
    return randomised(Tagger(encoder, len(TAGS), pooler=True), seed=5)


def write_published_gector(repositories: Mapping[str, Repository], folder: Path) -> None:
    """Both checkpoints of GECToR's makers, and their tags, where config/generate.yaml has them."""
    encoder = repositories["FacebookAI/roberta-base"].files["config.json"]
    config = json.loads(encoder)
    tagger = small_tagger(RobertaConfig(**{**config, "vocab_size": config["vocab_size"] + 1}))
    for name in ("roberta_1_gectorv2", "gector-2024-roberta-large"):
        save_published(tagger, TAGS, folder / f"{name}.th", folder / "gector-labels.txt")


RENAMED = {"roberta-base": "FacebookAI/roberta-base", "gpt2": "openai-community/gpt2"}
_SMALL_ENCODER = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
}


def rewriters() -> dict[str, Repository]:
    """BART with the two files of its vocabulary, T5 with a unigram tokenizer."""
    special = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")
    pairs = byte_pair_tokenizer(_english(), 500, special=special, cls="<s>", sep="</s>")
    bart = randomised(small_bart(len(pairs), positions=128), seed=6)
    files = _files(bart, pairs, kind="torch")
    vocabulary = _byte_pairs_of(files.pop("tokenizer.json"))
    files["tokenizer_config.json"] = (
        b'{"model_max_length": 128, "tokenizer_class": "BartTokenizer"}'
    )
    pieces = T5TokenizerFast(
        vocab=[
            *(("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -2.0)),
            *((letter, -5.0) for letter in string.ascii_letters + string.punctuation),
        ],
        extra_ids=0,
    )
    t5 = T5Config(
        vocab_size=len(pieces), d_model=32, d_kv=16, d_ff=64, num_layers=2, num_heads=2,
        decoder_start_token_id=0,
    )  # fmt: skip
    model = randomised(T5ForConditionalGeneration(t5), seed=7)
    return {
        "gotutiyan/gec-bart-large": Repository({**files, **vocabulary}),
        "gotutiyan/gec-t5-base-clang8": Repository(
            {**_files(model, pieces), **_unread("spiece.model")}, commit=T5_COMMIT
        ),
    }


def chat_models() -> dict[str, Repository]:
    """The language models of config/excgec.yaml."""
    chinese = [path.read_text(encoding="utf-8") for path in _CHINESE]

    def tokenizer(*special: str, **named: str) -> PreTrainedTokenizerFast:
        return byte_pair_tokenizer(chinese, 2000, special=special, **named)

    turns = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
    qwen = tokenizer(*turns, eos=turns[0])
    talking_qwen = tokenizer(*turns, eos=turns[2])
    headers = ("<|start_header_id|>", "<|end_header_id|>")
    texts = ("<|begin_of_text|>", "<|end_of_text|>")
    llama = tokenizer(*texts, *headers, "<|eot_id|>", bos=texts[0], eos="<|eot_id|>")
    sentences = ("<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>")
    deepseek = tokenizer(*sentences, bos=sentences[0], eos=sentences[1])
    consolidated = _unread("original/consolidated.00.pth", "original/tokenizer.model")
    return {
        "Qwen/Qwen1.5-0.5B": Repository(_qwen(qwen, seed=8)),
        "Qwen/Qwen1.5-7B": Repository(_qwen(qwen, seed=9, kind="shards")),
        "Qwen/Qwen1.5-7B-Chat": Repository(
            _qwen(talking_qwen, seed=10, kind="shards"), commit=QWEN_CHAT_COMMIT
        ),
        "meta-llama/Meta-Llama-3-8B": Repository(
            {
                **_llama(llama, seed=14, kind="shards", positions=8192),
                **_said_of(llama, "PreTrainedTokenizerFast"),
                **consolidated,
            },
            gated=True,
        ),
        "meta-llama/Meta-Llama-3-8B-Instruct": Repository(
            {
                **_llama(llama, seed=11, kind="shards", positions=8192),
                **_said_of(llama, "PreTrainedTokenizerFast", chat_template=LLAMA3_TEMPLATE),
                **consolidated,
            },
            gated=True,
        ),
        "deepseek-ai/deepseek-llm-7b-base": Repository(
            {
                **_llama(deepseek, seed=12, kind="torch-shards", positions=4096),
                **_said_of(deepseek, "LlamaTokenizerFast", add_bos_token=True),
            }
        ),
        "deepseek-ai/deepseek-llm-7b-chat": Repository(
            {
                **_llama(deepseek, seed=13, kind="torch-shards", positions=4096),
                **_said_of(
                    deepseek,
                    "LlamaTokenizerFast",
                    add_bos_token=True,
                    chat_template=DEEPSEEK_TEMPLATE,
                ),
            }
        ),
    }


def _said_of(tokenizer: PreTrainedTokenizerFast, kind: str, **more: object) -> dict[str, bytes]:
    """A tokenizer_config.json as transformers 4 wrote it."""
    named = {f"{name}_token": getattr(tokenizer, f"{name}_token") for name in ("bos", "eos", "pad")}
    said = {"tokenizer_class": kind, "model_max_length": tokenizer.model_max_length}
    return {"tokenizer_config.json": json.dumps({**said, **named, **more}).encode()}


_CHINESE = [
    ROOT / "data" / "learner-zh" / "gold.json",
    ROOT / "src" / "gec_attribution" / "explanations" / "prompts.yaml",
]


def _qwen(tokenizer: PreTrainedTokenizerFast, seed: int, kind: str = "safetensors") -> dict:
    """Qwen1.5: the head knows more pieces than the tokenizer; base models have a template, too."""
    config = Qwen2Config(
        vocab_size=len(tokenizer) + 5,
        max_position_embeddings=32768,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
        pad_token_id=None,
        **DECODER,
    )
    files = _files(randomised(Qwen2ForCausalLM(config), seed), tokenizer, kind)
    said = _said_of(tokenizer, "Qwen2Tokenizer", chat_template=CHATML, add_prefix_space=False)
    return {**files, **_byte_pairs_of(files["tokenizer.json"]), **said}


def _llama(tokenizer: PreTrainedTokenizerFast, seed: int, kind: str, positions: int) -> dict:
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        max_position_embeddings=positions,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=tokenizer.bos_token_id,
        **DECODER,
    )
    return _files(randomised(LlamaForCausalLM(config), seed), tokenizer, kind)


def byte_pair_tokenizer(
    texts: Iterable[str],
    size: int,
    *,
    special: Iterable[str],
    length: int = 4096,
    bos: str | None = None,
    eos: str = "</s>",
    cls: str | None = None,
    sep: str | None = None,
) -> PreTrainedTokenizerFast:
    """Byte pairs learnt from texts, of at most `size` pieces."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=bool(cls))
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        initial_alphabet=alphabet,
        show_progress=False,
        special_tokens=list(special),
    )
    tokenizer.train_from_iterator(texts, trainer)
    named = {"bos_token": bos, "eos_token": eos, "cls_token": cls, "sep_token": sep}
    if cls:
        named |= {"pad_token": "<pad>", "unk_token": "<unk>", "mask_token": "<mask>"}
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_max_length=length,
        **{key: value for key, value in named.items() if value},
        additional_special_tokens=[
            AddedToken(token, special=True)
            for token in special
            if token not in {*named.values()} and not cls
        ],
    )


def _english() -> list[str]:
    return (ROOT / "data" / "learner" / "sources.txt").read_text(encoding="utf-8").splitlines()


def _letters() -> dict[str, int]:
    letters = string.ascii_lowercase + string.digits + string.punctuation
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{c}" for c in letters)]
    return {piece: index for index, piece in enumerate(pieces)}


def _files(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, kind: str = "safetensors"
) -> dict[str, bytes]:
    """A repository of a model.

    Args:
        model: with its weights.
        tokenizer: its tokenizer.
        kind: of its weights' files: `safetensors` or `torch`, one of them, or `shards` of
            safetensors or `torch-shards`.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model.save_pretrained(folder, max_shard_size="40KB" if kind == "shards" else "1GB")
        tokenizer.save_pretrained(folder)
        files = _read(folder)
        if kind.startswith("torch"):
            weights = load_file(folder / "model.safetensors")
            del files["model.safetensors"]
            files |= _in_torch_files(weights, 1 if kind == "torch" else 3)
    assert kind != "shards" or "model.safetensors.index.json" in files
    return {**files, **_unread("README.md", ".gitattributes")}


def _in_torch_files(weights: Mapping[str, torch.Tensor], parts: int) -> dict[str, bytes]:
    if parts == 1:
        return {"pytorch_model.bin": _torch_file(weights)}
    names = sorted(weights)
    file_of = {
        name: f"pytorch_model-{place * parts // len(names) + 1:05}-of-{parts:05}.bin"
        for place, name in enumerate(names)
    }
    size = sum(weight.nbytes for weight in weights.values())
    index = {"metadata": {"total_size": size}, "weight_map": file_of}
    return {
        "pytorch_model.bin.index.json": json.dumps(index).encode(),
        **{
            file: _torch_file({name: weights[name] for name in names if file_of[name] == file})
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


def _byte_pairs(folder: Path) -> dict[str, bytes]:
    return _byte_pairs_of((folder / "tokenizer.json").read_bytes())


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


def _unread(*names: str) -> dict[str, bytes]:
    return dict.fromkeys(names, b"of no use here")


def main() -> None:
    """Serve all of it until the process is ended, for runs by hand."""
    from hub.server import running_hub

    with tempfile.TemporaryDirectory() as name:
        repositories = everything(write_oracle_models(Path(name)))
    with running_hub(repositories) as hub:
        hub.renamed |= RENAMED
        sys.stdout.write(f"HF_ENDPOINT={hub.address}\n")
        sys.stdout.flush()
        while sys.stdin.readline():
            pass


def everything(oracle_models: Path) -> dict[str, Repository]:
    """Every repository that a configuration or a page names."""
    return {
        **metric_repositories(oracle_models),
        **other_encoders(),
        **rewriters(),
        **chat_models(),
    }


if __name__ == "__main__":
    main()
