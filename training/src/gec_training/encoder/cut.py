"""A small encoder cut out of a larger one: its first layers and most frequent word pieces."""

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING

from gec_attribution.errors import ModelError
from gec_attribution.storage.files import sha256_of_file
from gec_training.loop.text_model import TextModel

if TYPE_CHECKING:
    from transformers import BertModel, PreTrainedTokenizerFast


def load_pinned(folder: Path, sha256: str) -> "BertModel":
    """Loads a BERT encoder whose `model.safetensors` is the one pinned, never a pickle.

    Raises:
        ModelError: The weights are missing or are other ones than `sha256` says.
    """
    from transformers import BertModel

    weights = Path(folder) / "model.safetensors"
    if not weights.is_file():
        raise ModelError(f"{folder}: no model.safetensors; give a folder with BERT weights")
    digest = sha256_of_file(weights)
    if digest != sha256:
        raise ModelError(
            f"{weights}: SHA-256 is {digest}, pinned is {sha256}; get the pinned weights"
        )
    return BertModel.from_pretrained(folder, use_safetensors=True, local_files_only=True)


def cut_encoder(
    base: Path, sha256: str, texts: Iterable[str], *, layers: int, pieces: int, positions: int
) -> TextModel:
    """The first `layers` layers of a BERT encoder, with a pruned vocabulary.

    The special pieces, every ASCII character and the pieces most frequent in `texts` are kept. A
    word whose piece is removed is written with shorter ones.

    Args:
        base: folder of the encoder and its WordPiece tokenizer.
        sha256: of the encoder's `model.safetensors`.
        texts: what decides which pieces are kept.
        layers: how many of the lower layers to keep.
        pieces: size of the vocabulary.
        positions: longest input, in pieces.

    Raises:
        ModelError: The weights are not the pinned ones, or have too few layers or positions.
    """
    import torch
    from transformers import BertConfig, BertModel, BertTokenizer

    full = load_pinned(base, sha256)
    if layers > full.config.num_hidden_layers or positions > full.config.max_position_embeddings:
        raise ModelError(
            f"{base}: has {full.config.num_hidden_layers} layers and "
            f"{full.config.max_position_embeddings} positions; asked for {layers} and {positions}"
        )
    tokenizer = BertTokenizer.from_pretrained(base, local_files_only=True)
    kept = _kept_pieces(tokenizer, texts, pieces)
    small = BertModel(
        BertConfig.from_dict(
            full.config.to_dict()
            | {
                "num_hidden_layers": layers,
                "vocab_size": len(kept),
                "max_position_embeddings": positions,
                "architectures": None,
                "dtype": "float32",
            }
        )
    )
    weights = full.state_dict()
    words, places = "embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight"
    weights[words] = weights[words][torch.tensor(kept)]
    weights[places] = weights[places][:positions]
    own = small.state_dict()
    small.load_state_dict({name: weights.get(name, value) for name, value in own.items()})
    names = tokenizer.convert_ids_to_tokens(kept)
    vocabulary = {name: index for index, name in enumerate(names)}
    return TextModel(
        small,
        BertTokenizer(vocab=vocabulary, do_lower_case=True, model_max_length=positions),
    )


def _kept_pieces(
    tokenizer: "PreTrainedTokenizerFast", texts: Iterable[str], size: int
) -> list[int]:
    """Ids of the pieces to keep, ascending, so that the special ones keep their places in front."""
    kept = set(tokenizer.all_special_ids)
    for piece, index in tokenizer.get_vocab().items():
        character = piece.removeprefix("##")
        if len(character) == 1 and character.isascii():
            kept.add(index)
    counts: Counter[int] = Counter()
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) == 4096:
            counts.update(_ids(tokenizer, batch))
            batch.clear()
    if batch:
        counts.update(_ids(tokenizer, batch))
    by_use = sorted(counts, key=lambda index: (-counts[index], index))
    kept.update([index for index in by_use if index not in kept][: max(0, size - len(kept))])
    return sorted(kept)


def _ids(tokenizer: "PreTrainedTokenizerFast", texts: list[str]) -> Iterable[int]:
    encoded = tokenizer(texts, add_special_tokens=False, verbose=False)["input_ids"]
    return (index for ids in encoded for index in ids)


def save_half(text_model: TextModel, folder: Path) -> None:
    """Writes a model folder with 16-bit weights: config.json, model.safetensors, the tokenizer."""
    import torch

    half = deepcopy(text_model.model).to(torch.float16)
    TextModel(half, text_model.tokenizer).save(folder)
