"""GECToR checkpoints in their real format: one that is a table of words and tags, one at random."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from safetensors.torch import save_file
from tiny_models import encoder_config, numbered, randomised
from transformers import BertTokenizerFast, PretrainedConfig, PreTrainedTokenizerBase

from gec_attribution.systems.gector_model import DETECTION, OOV, PAD, Tagger
from gec_attribution.systems.gector_tags import KEEP, START

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
CERTAIN = 0.97


def tokenizer_of(words: Sequence[str]) -> BertTokenizerFast:
    """One piece a word, case kept; $START is the last piece, as it is in published checkpoints."""
    pieces = numbered([*SPECIAL, *words])
    tokenizer = BertTokenizerFast(pieces, do_lower_case=False, model_max_length=128)
    tokenizer.add_special_tokens({"additional_special_tokens": [START]})
    return tokenizer


def save_checkpoint(
    model: Tagger, tags: list[str], tokenizer: PreTrainedTokenizerBase, folder: Path
) -> None:
    """Write a folder that is complete in itself, its weights as 16-bit safetensors.

    Args:
        model: the tagger.
        tags: the tag of each of its outputs.
        tokenizer: knows $START as one piece.
        folder: is made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    config = {
        "label2id": {tag: index for index, tag in enumerate((*tags, PAD))},
        "d_label2id": DETECTION,
        "has_add_pooling_layer": True,
        "is_official_model": False,
        "max_length": tokenizer.model_max_length,
        "encoder_config": model.bert.config.to_diff_dict(),
    }
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    weights = {
        name: weight.half().contiguous() for name, weight in model.state_dict().items()
    }
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    tokenizer.save_pretrained(folder)


def save_table(
    folder: Path,
    table: Mapping[str, Mapping[str, float]],
    wrong: Mapping[str, float],
    *,
    words: Sequence[str] = (),
) -> Path:
    """A checkpoint that tags each word as a table says, whatever stands beside it.

    Args:
        folder: is made.
        table: of some words, the probabilities of their tags; what they lack of 1 is <OOV>'s. All
            other words are kept with probability `CERTAIN`.
        wrong: of some words, the probability of being wrong; 0.01 for the others.
        words: more words.
    """
    tokenizer = tokenizer_of([*dict.fromkeys([*table, *words])])
    tags = [
        *dict.fromkeys((OOV, KEEP, *(tag for own in table.values() for tag in own)))
    ]
    pieces = len(tokenizer)
    labels = torch.full((len(tags), pieces), 1e-6)
    labels[0], labels[1] = 1 - CERTAIN, CERTAIN
    doubt = torch.full((pieces,), 0.01)
    for word, own in table.items():
        piece = tokenizer.convert_tokens_to_ids(word)
        labels[:, piece] = 1e-6
        for tag, probability in own.items():
            labels[tags.index(tag), piece] = probability
        labels[0, piece] = max(labels[0, piece].item(), 1 - sum(own.values()))
    for word, probability in wrong.items():
        doubt[tokenizer.convert_tokens_to_ids(word)] = probability
    flat = {"hidden_size": pieces, "num_hidden_layers": 0, "num_attention_heads": 1}
    model = Tagger(encoder_config(pieces, **flat), len(tags), pooler=True)
    # Without layers the hidden state is the embedding, scaled to mean 0 and variance 1.
    embeddings = model.bert.embeddings
    embeddings.word_embeddings.weight.data = torch.eye(pieces)
    embeddings.position_embeddings.weight.data.zero_()
    embeddings.token_type_embeddings.weight.data.zero_()
    _look_up(model.label_proj_layer, labels.log())
    _look_up(model.d_proj_layer, torch.stack([(1 - doubt).log(), doubt.log()]))
    save_checkpoint(model, tags, tokenizer, folder)
    return folder


def _look_up(layer: torch.nn.Linear, logits: torch.Tensor) -> None:
    """Makes a layer give column i of `logits` for a one-hot vector i of mean 0 and variance 1."""
    pieces = logits.shape[1]
    deviation = (1 / pieces * (1 - 1 / pieces)) ** 0.5
    layer.weight.data = logits * deviation
    layer.bias.data = logits.mean(1)


def save_random(
    folder: Path,
    words: Sequence[str],
    tags: Sequence[str],
    encoder: PretrainedConfig | None = None,
    *,
    seed: int = 0,
) -> Path:
    """A checkpoint with random weights that acts on most sentences.

    Args:
        folder: is made.
        words: of its tokenizer.
        tags: beside <OOV> and $KEEP.
        encoder: architecture of the encoder, its vocabulary's size aside.
        seed: of the weights.
    """
    tokenizer = tokenizer_of(words)
    encoder = encoder or encoder_config(len(tokenizer))
    encoder.vocab_size = len(tokenizer)
    pooler = encoder.model_type in ("bert", "roberta")
    model = Tagger(encoder, len(tags) + 2, pooler=pooler).eval()
    save_checkpoint(randomised(model, seed), [OOV, KEEP, *tags], tokenizer, folder)
    edit_config(folder, has_add_pooling_layer=pooler)
    return folder


def edit_config(folder: Path, **changes: object) -> None:
    """Changes keys of a checkpoint's config.json; None removes one."""
    path = folder / "config.json"
    config = json.loads(path.read_text()) | changes
    path.write_text(
        json.dumps({key: value for key, value in config.items() if value is not None})
    )
