"""A GECToR checkpoint in the format of the `gotutiyan/gector-*` models of the Hugging Face hub.

The format is that of github.com/gotutiyan/gector (commit a4a342e: configuration.py, modeling.py):
a folder with a tokenizer to which $START was added; config.json; and weights as safetensors or a
torch file. The weights are `bert.*` (an encoder of any architecture, without pooler, with one more
word embedding for $START), `label_proj_layer.*` (hidden size to all tags but the last, <PAD>), and
`d_proj_layer.*` (hidden size to $CORRECT and $INCORRECT). config.json has these keys:

- `label2id`: every tag's index, with $KEEP, <OOV> (an error of which no tag is known; no change)
  and, last, <PAD>;
- `d_label2id`: {"$CORRECT": 0, "$INCORRECT": 1, "<PAD>": 2};
- `model_id`: hub id of the encoder, whose own config.json gives the architecture;
- `has_add_pooling_layer`: whether the encoder's class would have a pooler;
- `max_length`: the most pieces read of a sentence, in older checkpoints absent;
- `is_official_model`: true for converted weights of github.com/grammarly/gector, which read no
  special tokens.

So that a folder can be complete in itself, three more keys are read if present:
`encoder_config`, the encoder's configuration, instead of `model_id`; and `keep_confidence` and
`min_error_prob`, thresholds that were tuned for the weights.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from transformers import AutoConfig, AutoModel, PretrainedConfig

from gec_attribution.errors import ModelError
from gec_attribution.networks.hub import (
    OWN_CHOICE,
    device_of,
    model_configuration,
    placed,
)
from gec_attribution.networks.model_files import (
    check_complete,
    description,
    read_weights,
)
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems.gector_tags import KEEP, is_tag

OOV = "<OOV>"
PAD = "<PAD>"
INCORRECT = "$INCORRECT"
# Name of the embeddings in most architectures, and in XLNet.
_EMBEDDINGS = ("bert.embeddings.word_embeddings.weight", "bert.word_embedding.weight")
DETECTION = {"$CORRECT": 0, INCORRECT: 1, PAD: 2}


class Tagger(torch.nn.Module):
    """An encoder with two linear heads: tags, and whether a token is wrong.

    Args:
        encoder: the encoder's configuration, $START counted in its vocabulary.
        tags: how many tags, <PAD> not counted.
        pooler: whether the encoder's class takes `add_pooling_layer`.
    """

    def __init__(self, encoder: PretrainedConfig, tags: int, *, pooler: bool) -> None:
        super().__init__()
        options = {"add_pooling_layer": False} if pooler else {}
        self.bert = AutoModel.from_config(encoder, **OWN_CHOICE, **options)
        self.label_proj_layer = torch.nn.Linear(encoder.hidden_size, tags)
        self.d_proj_layer = torch.nn.Linear(encoder.hidden_size, len(DETECTION) - 1)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of tags (sentences, pieces, tags) and of detection (sentences, pieces, 2)."""
        hidden = self.bert(input_ids, attention_mask=attention_mask).last_hidden_state
        return self.label_proj_layer(hidden), self.d_proj_layer(hidden)


def load_checkpoint(
    folder: Path, encoder_revision: str | None, settings: Settings
) -> tuple[Tagger, list[str], Mapping[str, Any]]:
    """The tagger in `folder`, ready to be applied, the tag of each output, and its config.json.

    Args:
        folder: a checkpoint.
        encoder_revision: commit of the encoder on the hub that config.json names.
        settings: device and dtype.

    Raises:
        ConfigError: the device is not on this machine.
        ModelError: the folder is no such checkpoint, lacks weights, or has a tag that is unknown.
    """
    device_of(settings)  # for its errors, before anything is read
    weights = read_weights(folder)
    config = description(folder / "config.json")
    tags = _tags(folder, config)
    encoder = encoder_config(folder, encoder_revision)
    for name in _EMBEDDINGS:
        if name in weights:
            encoder.vocab_size = len(weights[name])
    model = Tagger(encoder, len(tags), pooler=config.get("has_add_pooling_layer", True))
    try:
        missing = model.load_state_dict(weights, strict=False).missing_keys
    except RuntimeError as error:
        raise ModelError(
            f"{folder}: its weights do not fit its config.json: {error}"
        ) from error
    check_complete(folder, "a GECToR model", missing)
    return placed(model, settings), tags, config


def _tags(folder: Path, config: Mapping[str, Any]) -> list[str]:
    indices = config.get("label2id") or {}
    tags = sorted(indices, key=indices.__getitem__)
    is_numbered = sorted(indices.values()) == list(range(len(tags)))
    if KEEP not in tags or tags[-1] != PAD or not is_numbered:
        raise ModelError(
            f"{folder}/config.json: label2id must number the tags of a GECToR model from 0, {KEEP} "
            f"among them and {PAD} the last; it is another kind of model"
        )
    for tag in tags[:-1]:
        if tag != OOV and not is_tag(tag):
            raise ModelError(
                f"{folder}/config.json: label2id has the unknown tag {tag!r}; known are those of "
                "github.com/grammarly/gector, data/output_vocabulary/labels.txt"
            )
    return tags[:-1]


def encoder_config(folder: Path, revision: str | None) -> PretrainedConfig:
    """The configuration of a checkpoint's encoder: its own, or the one of the model named there.

    Args:
        folder: a checkpoint.
        revision: commit of the encoder on the hub that config.json names.

    Raises:
        ModelError: it names none, or that cannot be had.
    """
    config = description(folder / "config.json")
    if "encoder_config" in config:
        return AutoConfig.for_model(**config["encoder_config"])
    if "model_id" not in config:
        raise ModelError(
            f"{folder}/config.json: has neither model_id nor encoder_config"
        )
    try:
        return model_configuration(config["model_id"], revision)
    except ModelError as error:
        raise ModelError(
            f"{folder}: its encoder: {error} (encoder_revision)"
        ) from error
