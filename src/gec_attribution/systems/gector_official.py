"""GECToR checkpoints as their makers publish them, in the format of `gector_model`.

The makers' weights (github.com/grammarly/gector, `roberta_1_gectorv2.th`; pillars-of-gec,
`gector-2024-roberta-large.th`) are a torch file of their training library: the encoder's under
`text_field_embedder.token_embedder_bert.bert_model.`, a projection to the tags in
`data/output_vocabulary/labels.txt`, an unknown one and padding, and another to four classes, the
first two of which are right and wrong. $START is the last word embedding (`special_tokens_fix` 1).
"""

import pickle
from pathlib import Path

import torch
from transformers import AutoConfig

from gec_attribution.errors import ModelError
from gec_attribution.networks.hub import load_tokenizer
from gec_attribution.storage.text import read_lines
from gec_attribution.systems.gector_model import DETECTION, OOV, Tagger, write_checkpoint
from gec_attribution.systems.gector_tags import KEEP, START

MAX_LENGTH = 80
"""The most pieces that the makers' program reads of a sentence."""
_ENCODER = "text_field_embedder.token_embedder_bert.bert_model."
_HEADS = {
    "tag_labels_projection_layer._module.": "label_proj_layer.",
    "tag_detect_projection_layer._module.": "d_proj_layer.",
}
# Of the file of tags, what is no tag; in the weights they come last.
_NO_TAGS = ("@@UNKNOWN@@", "@@PADDING@@")


def convert_checkpoint(weights: Path, labels: Path, encoder: Path, folder: Path) -> None:
    """Write a published checkpoint in the format that the system `gector` reads.

    Args:
        weights: the makers' torch file; no code in it is run.
        labels: their `labels.txt`.
        encoder: the folder of the encoder that was fine-tuned, of which configuration and tokenizer
            are read.
        folder: is made.

    Raises:
        ModelError: a file is of another kind, or they do not belong together.
    """
    try:
        published = torch.load(weights, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, pickle.UnpicklingError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise ModelError(f"{weights}: cannot be read as weights: {reason}") from error
    renamed = {_renamed(name): weight for name, weight in published.items()}
    tags = [line for line in read_lines(labels) if line and line not in _NO_TAGS]
    if KEEP not in tags:
        raise ModelError(f"{labels}: has no {KEEP}, so it is not GECToR's list of tags")
    tags.append(OOV)
    # The classes that count, and those that follow them: padding, and what is unknown.
    for name, classes, padding in (
        ("label_proj_layer", len(tags), 1),
        ("d_proj_layer", len(DETECTION) - 1, 2),
    ):
        for part in ("weight", "bias"):
            tensor = renamed.get(f"{name}.{part}")
            if tensor is None or len(tensor) != classes + padding:
                count = "no" if tensor is None else len(tensor)
                raise ModelError(
                    f"{weights}: has {count} classes in {name}.{part}, and {labels} makes them "
                    f"{classes + padding}; these are not the weights and tags of one model"
                )
            renamed[f"{name}.{part}"] = tensor[:classes]
    tokenizer = load_tokenizer(encoder)
    tokenizer.add_special_tokens({"additional_special_tokens": [START]})
    tokenizer.model_max_length = MAX_LENGTH
    config = AutoConfig.from_pretrained(encoder, trust_remote_code=False, local_files_only=True)
    config.vocab_size = len(tokenizer)
    model = Tagger(config, len(tags), pooler=True)
    try:
        missing = model.load_state_dict(renamed, strict=False).missing_keys
    except RuntimeError as error:
        reason = " ".join(str(error).split())
        raise ModelError(f"{weights}: is not of the encoder in {encoder}: {reason}") from error
    if missing:
        raise ModelError(
            f"{weights}: lacks {len(missing)} weights of the encoder in {encoder}, the first being "
            f"{missing[0]}"
        )
    write_checkpoint(model, tags, tokenizer, folder, is_official=True, dtype=torch.float32, more={})


def _renamed(name: str) -> str:
    """What a weight is called in the format of `gector_model`."""
    for old, new in {_ENCODER: "bert.", **_HEADS}.items():
        if name.startswith(old):
            return new + name.removeprefix(old)
    return name
