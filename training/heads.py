"""Regression heads on a pretrained model: an encoder, or a causal language model.

A model is the one that transformers makes for the classification of sequences, with a label for
each head. All of it is trained, or a network beside it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import transformers
from tokenizers.processors import TemplateProcessing

from gec_attribution.networks.adapter import save_adapter
from gec_attribution.networks.hub import device_of, load_tokenizer, model_folder
from gec_attribution.plugins.settings import Settings
from training.fitting import fit, save
from training.recipes import Base, Side
from training.side import collate, read_texts, side_network

Loss = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
Measure = Callable[[np.ndarray, np.ndarray], float]
Build = Callable[[], Any]
Batch = Callable[[list[Any]], dict[str, Any]]
Write = Callable[[Sequence[Any], Path], None]

_HELD_OUT = ("validation", "test")


class Example(NamedTuple):
    """Texts that are judged together.

    Attributes:
        texts: the texts or, where two are read together, pairs.
        labels: what each head should say of each text, (texts, heads); NaN where nothing is known.
    """

    texts: Sequence[tuple[str, ...]]
    labels: np.ndarray


def train_heads(
    recipe: Base,
    labels: Mapping[str, float],
    parts: Mapping[str, Sequence[Example]],
    output: Path,
    *,
    loss: Loss,
    measure: Measure,
    device: str,
    checkpoints: Path,
) -> dict[str, np.ndarray]:
    """Train a model with heads, of which the best epoch is kept, and write its folder.

    Args:
        recipe: the pretrained model, and how it is trained.
        labels: the names of the heads, each with the value that it starts at.
        parts: examples, all with the same number of texts: `train` to learn from, `validation` to
            choose the epoch by, and `test`.
        output: the folder to write.
        loss: of what the heads say and the labels, both (examples, texts, heads).
        measure: of the same two of the validation part; the epoch with the highest is the best.
        device: `auto`, or a torch device.
        checkpoints: where a run that is stopped leaves what the next one takes up; the caller
            removes it in the end.

    Returns:
        What the heads say of the parts `validation` and `test`, (examples, texts, heads).

    Raises:
        ConfigError: the model has not the modules that the recipe names.
        ModelError: the model is missing or of another kind.
    """
    place = device_of(Settings(device=device))
    if recipe.side:
        build, batch, write = _beside(recipe, recipe.side, labels, parts, device, checkpoints)
    else:
        build, batch, write = _with_heads(recipe, labels)

    def batch_loss(outputs: Any, known: torch.Tensor, num_items_in_batch: Any = None) -> Any:
        # The trainer collects them, one row an example.
        outputs["logits"] = outputs["logits"].float().reshape(known.shape)
        mean = loss(outputs["logits"], known)
        # Of the labels of all forward passes of a step.
        return mean if num_items_in_batch is None else mean * (known.numel() / num_items_in_batch)

    models, said = [], []
    for member in range(recipe.side.members if recipe.side else 1):
        once = recipe.fit.model_copy(update={"seed": recipe.fit.seed + member})
        transformers.set_seed(once.seed)
        models.append(build().to(place))
        trainer = fit(
            models[-1],
            once,
            parts["train"],
            parts["validation"],
            batch,
            device=place,
            checkpoints=checkpoints,
            learnt=[recipe.model_dump(), dict(labels), [list(one.texts) for one in parts["train"]]],
            best="measure",
            compute_loss_func=batch_loss,
            compute_metrics=lambda said: {"measure": measure(said.predictions, said.label_ids)},
        )
        # A list, of which the type of a data set in transformers says nothing.
        said.append([trainer.predict(parts[name]).predictions for name in _HELD_OUT])  # type: ignore[arg-type]
    write(models, output)
    return {
        name: np.mean([by_part[number] for by_part in said], axis=0)
        for number, name in enumerate(_HELD_OUT)
    }


def _beside(  # noqa: PLR0917
    recipe: Base,
    side: Side,
    labels: Mapping[str, float],
    parts: Mapping[str, Sequence[Example]],
    device: str,
    checkpoints: Path,
) -> tuple[Build, Batch, Write]:
    """For side networks: what makes a new one, what makes its batches, and what writes them."""
    texts = {
        name: {text for one in part for read in one.texts for text in read}
        for name, part in parts.items()
    }
    kept = checkpoints / "read"
    readings = read_texts(recipe, side.layers, set.union(*texts.values()), device, kept)
    states = torch.cat([readings[text][0] for text in sorted(texts["train"])]).float()

    def write(members: Sequence[Any], output: Path) -> None:
        save_adapter(members, recipe.base, output)

    return partial(side_network, side, labels, states), partial(collate, readings), write


def _collate(tokenizer: Any, examples: list[Example]) -> dict[str, Any]:
    tokens = [tokenizer(*text, truncation=True) for one in examples for text in one.texts]
    labels = np.stack([one.labels for one in examples])
    return {
        **tokenizer.pad(tokens, padding_side="right", return_tensors="pt"),
        "labels": torch.tensor(labels, dtype=torch.float32),
    }


def _with_heads(recipe: Base, labels: Mapping[str, float]) -> tuple[Build, Batch, Write]:
    """For a pretrained model: what loads it with new heads, makes its batches, and writes it."""
    folder = model_folder(recipe.base, recipe.revision)
    tokenizer = _tokenizer(folder)

    def build() -> Any:
        """The model in float32; its heads start at the labels' values."""
        model, loaded = transformers.AutoModelForSequenceClassification.from_pretrained(
            folder,
            num_labels=len(labels),
            id2label=dict(enumerate(labels)),
            label2id={name: row for row, name in enumerate(labels)},
            pad_token_id=tokenizer.pad_token_id,
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=True,
            dtype=torch.float32,
            ignore_mismatched_sizes=True,
            output_loading_info=True,
        )
        new = {name.rpartition(".")[0] for name in loaded["missing_keys"]}
        new |= {name.rpartition(".")[0] for name, *_ in loaded["mismatched_keys"]}
        for name in new:
            head = model.get_submodule(name)
            # A head of a causal language model has no bias.
            if getattr(head, "out_features", None) == len(labels) and head.bias is not None:
                head.bias.data = torch.tensor(list(labels.values()))
        return model

    def write(models: Sequence[Any], output: Path) -> None:
        # How training padded and cut its batches is not part of the tokenizer.
        tokenizer.backend_tokenizer.no_padding()
        tokenizer.backend_tokenizer.no_truncation()
        save(models[0], [models[0].config, tokenizer], recipe.base, output)

    return build, partial(_collate, tokenizer), write


def _tokenizer(folder: Path) -> Any:
    """The tokenizer, which pads and tells the two texts of a pair apart, in its file as well."""
    tokenizer: Any = load_tokenizer(folder)
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    if tokenizer.sep_token is None:
        between, number = tokenizer.eos_token, tokenizer.eos_token_id
        tokenizer.backend_tokenizer.post_processor = TemplateProcessing(
            single="$A", pair=f"$A {between} $B:0", special_tokens=[(between, number)]
        )
    return tokenizer
