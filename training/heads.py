"""Regression heads on a pretrained model: an encoder, or a causal language model.

A model is the one that transformers makes for the classification of sequences, with a label for
each head. All of it is trained, or the heads and an adapter.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import transformers
from tokenizers.processors import TemplateProcessing

from gec_attribution.networks.hub import device_of, load_tokenizer, model_folder
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically
from training.fitting import add_matrices, fit
from training.recipes import Base

Text = tuple[str, ...]
Loss = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
Measure = Callable[[np.ndarray, np.ndarray], float]


class Example(NamedTuple):
    """Texts that are judged together.

    Attributes:
        texts: the texts or, where two are read together, pairs.
        labels: what each head should say of each text, (texts, heads); NaN where nothing is known.
    """

    texts: Sequence[Text]
    labels: np.ndarray


@dataclass(frozen=True)
class Regressor:
    """A model with regression heads, and its tokenizer."""

    model: Any
    tokenizer: Any
    fitted: transformers.Trainer

    def predict(self, examples: Sequence[Example]) -> np.ndarray:
        """Outputs of the heads, float32 of shape (examples, texts, heads)."""
        # A list, of which the type of a data set in transformers says nothing.
        return np.asarray(self.fitted.predict(examples).predictions)  # type: ignore[arg-type]

    def save(self, folder: Path, base: str) -> None:
        """Write the folder of the model, or of the adapter with the model's configuration.

        Args:
            folder: where to.
            base: the name by which an adapter finds the model that it belongs to.
        """
        # How training padded and cut its batches is not part of the tokenizer.
        self.tokenizer.backend_tokenizer.no_padding()
        self.tokenizer.backend_tokenizer.no_truncation()
        if hasattr(self.model, "peft_config"):
            self.model.peft_config["default"].base_model_name_or_path = base
        with write_atomically(folder) as temporary:
            self.model.save_pretrained(temporary)
            self.model.config.save_pretrained(temporary)
            self.tokenizer.save_pretrained(temporary)
            (temporary / "README.md").unlink(missing_ok=True)


def train_heads(
    recipe: Base,
    labels: Mapping[str, float],
    examples: Sequence[Example],
    validation: Sequence[Example],
    *,
    loss: Loss,
    measure: Measure,
    device: str,
    checkpoints: Path,
) -> Regressor:
    """Train a model with heads, of which the best epoch is kept.

    Args:
        recipe: the pretrained model, and how it is trained.
        labels: the names of the heads, each with the value that it starts at.
        examples: what the heads learn from; all have the same number of texts.
        validation: examples to choose the epoch by.
        loss: of what the heads say and the labels, both (examples, texts, heads).
        measure: of the same two of the validation part; the epoch with the highest is the best.
        device: `auto`, or a torch device.
        checkpoints: where a run that is stopped leaves what the next one takes up; the caller
            removes it when the model is saved.

    Raises:
        ConfigError: the model has not the modules that the recipe names.
        ModelError: the model is missing or of another kind.
    """
    transformers.set_seed(recipe.fit.seed)
    place = device_of(Settings(device=device))
    model, tokenizer = _with_heads(recipe, labels)
    fitted = fit(
        model.to(place),
        recipe.fit,
        examples,
        validation,
        partial(_collate, tokenizer),
        device=place,
        checkpoints=checkpoints,
        learnt=[recipe.model_dump(), dict(labels), [list(one.texts) for one in examples]],
        best="measure",
        trainer=HeadTrainer,
        loss=loss,
        compute_metrics=lambda said: {"measure": measure(said.predictions, said.label_ids)},
    )
    return Regressor(model, tokenizer, fitted)


class HeadTrainer(transformers.Trainer):
    """A trainer with a loss of all texts of an example."""

    def __init__(self, *, loss: Loss, **options: Any) -> None:
        super().__init__(**options)
        self._loss = loss
        # The loss is a mean over the examples of a batch.
        self.model_accepts_loss_kwargs = False

    def compute_loss(
        self,
        model: torch.nn.Module,
        inputs: dict[str, Any],
        return_outputs: bool = False,
        num_items_in_batch: torch.Tensor | int | None = None,  # noqa: ARG002
    ) -> Any:
        """The loss of a batch and, if wanted, what the heads say (examples, texts, heads)."""
        labels = inputs.pop("labels")
        said = model(**inputs).logits.float().reshape(labels.shape)
        loss = self._loss(said, labels)
        return (loss, {"loss": loss, "logits": said}) if return_outputs else loss


def squared_error(said: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """The mean of squared differences where a label is known."""
    known = ~labels.isnan()
    return torch.nn.functional.mse_loss(said[known], labels[known])


def ranking_loss(said: torch.Tensor, _labels: torch.Tensor) -> torch.Tensor:
    """Maeda et al. (2022), section 3.3: the mean of sigmoid(R(worse) - R(better)).

    Args:
        said: what a head says of the better and of the worse text, (examples, 2, 1).
    """
    return torch.sigmoid(said[:, 1] - said[:, 0]).mean()


def _collate(tokenizer: Any, examples: list[Example]) -> dict[str, Any]:
    tokens = [tokenizer(*text, truncation=True) for one in examples for text in one.texts]
    labels = np.stack([one.labels for one in examples])
    return {
        **tokenizer.pad(tokens, padding_side="right", return_tensors="pt"),
        "labels": torch.tensor(labels, dtype=torch.float32),
    }


def _with_heads(recipe: Base, labels: Mapping[str, float]) -> tuple[Any, Any]:
    """The pretrained model in float32, with new heads that start at the labels' values."""
    folder = model_folder(recipe.base, recipe.revision)
    tokenizer = _tokenizer(folder)
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
    if recipe.lora:
        whole = sorted(new | set(recipe.lora.whole))
        model = add_matrices(model, recipe.lora, "SEQ_CLS", whole)
    return model, tokenizer


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
