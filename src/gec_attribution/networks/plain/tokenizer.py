"""Tokenizers that a folder's tokenizer.json says all about, without transformers.

What transformers would change about that file, by the class that the folder names or by an option
that is not known here, is left to it: `read_tokenizer` then says None.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tokenizers

# What a folder may say beside its tokenizer.json, and what leaves the pieces of a text as they are.
_SPECIAL = ("bos_token", "cls_token", "eos_token", "mask_token", "pad_token", "sep_token")
_KNOWN = {
    *(*_SPECIAL, "unk_token", "tokenizer_class", "model_max_length", "backend", "is_local"),
    *("local_files_only", "do_lower_case", "strip_accents", "tokenize_chinese_chars"),
    "clean_up_tokenization_spaces",
}
_BERT = ("BertTokenizer", "BertTokenizerFast")
# Files that would say more.
_OTHERS = ("special_tokens_map.json", "added_tokens.json", "chat_template.jinja")


class PlainTokenizer:
    """A tokenizer of the library tokenizers, with what is read of those of transformers.

    Attributes:
        folder: where it was read.
        backend_tokenizer: the tokenizer itself.
        model_max_length: the most tokens that its model reads.
        pad_token_id: of the token that fills a batch; None if there is none.
        unk_token_id: of the token that stands for unknown pieces; None if there is none.
        model_input_names: what its model reads of a text.
        truncation_side: the side on which a text that is too long is cut.
        split_special_tokens: whether the name of a special token in a text is read as text.
    """

    model_input_names = ("input_ids", "token_type_ids", "attention_mask")
    truncation_side = "right"
    split_special_tokens = False

    def __init__(
        self, folder: Path, backend: tokenizers.Tokenizer, config: Mapping[str, Any]
    ) -> None:
        self.folder = folder
        self.backend_tokenizer = backend
        self.model_max_length: int = config["model_max_length"]
        self.pad_token_id, self.unk_token_id = (
            None if (token := config.get(kind)) is None else backend.token_to_id(token)
            for kind in ("pad_token", "unk_token")
        )

    def __call__(
        self, texts: Sequence[str], *, add_special_tokens: bool = True
    ) -> dict[str, list[list[int]]]:
        """The `input_ids` of texts, uncut."""
        self.backend_tokenizer.no_padding()
        self.backend_tokenizer.no_truncation()
        encodings = self.backend_tokenizer.encode_batch(
            list(texts), add_special_tokens=add_special_tokens
        )
        return {"input_ids": [encoding.ids for encoding in encodings]}


def read_tokenizer(folder: Path) -> PlainTokenizer | None:
    """The tokenizer of a model folder; None where its files do not say all, or are damaged."""
    if any((folder / name).exists() for name in _OTHERS):
        return None
    try:
        config = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
        text = (folder / "tokenizer.json").read_text(encoding="utf-8")
        content = json.loads(text)
        if not _says_all(config, content):
            return None
        return PlainTokenizer(folder, tokenizers.Tokenizer.from_str(text), config)
    # The library raises bare exceptions; transformers then says what is wrong with the file.
    except Exception:  # noqa: BLE001
        return None


def _says_all(config: Mapping[str, Any], content: Mapping[str, Any]) -> bool:
    if not config.keys() <= _KNOWN or not isinstance(config["model_max_length"], int):
        return False
    kind = config["tokenizer_class"]
    if kind in _BERT:
        return _is_of_bert(config, content)
    known = {token["content"] for token in content["added_tokens"]}
    return kind == "TokenizersBackend" and known == _special_tokens(config)


def _is_of_bert(config: Mapping[str, Any], content: Mapping[str, Any]) -> bool:
    """Whether the file is what the class makes of its vocabulary and the options."""

    def special(kind: str, segment: int) -> dict[str, Any]:
        return {"SpecialToken": {"id": config[kind], "type_id": segment}}

    def sequence(name: str, segment: int) -> dict[str, Any]:
        return {"Sequence": {"id": name, "type_id": segment}}

    single = [special("cls_token", 0), sequence("A", 0), special("sep_token", 0)]
    model, processor = content["model"], content["post_processor"]
    return (
        (model["type"], model["unk_token"]) == ("WordPiece", config["unk_token"])
        and (model["continuing_subword_prefix"], model["max_input_chars_per_word"]) == ("##", 100)
        and content["normalizer"]
        == {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": config.get("tokenize_chinese_chars", True),
            "strip_accents": config.get("strip_accents"),
            "lowercase": config.get("do_lower_case", True),
        }
        and content["pre_tokenizer"] == {"type": "BertPreTokenizer"}
        and processor["single"] == single
        and processor["pair"] == [*single, sequence("B", 1), special("sep_token", 1)]
        and {token["content"] for token in content["added_tokens"]} == _special_tokens(config)
    )


def _special_tokens(config: Mapping[str, Any]) -> set[str]:
    given = (config.get(kind) for kind in (*_SPECIAL, "unk_token"))
    return {token for token in given if token is not None}
