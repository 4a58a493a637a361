"""Fitting with the Trainer of transformers, from where an earlier run was stopped."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import torch
import transformers

from gec_attribution.errors import InputError
from gec_attribution.networks.precision import has_bfloat16
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import digest
from training.recipes import Fit


@dataclass(frozen=True)
class Run:
    """Places of a run of training.

    Attributes:
        output: the folder of the trained model.
        checkpoints: folder of a stopped run's state, for the next one; removed in the end.
        device: `auto`, or a torch device.
    """

    output: Path
    checkpoints: Path
    device: str


@dataclass(frozen=True)
class Lesson:
    """Examples to fit a model to, and the way of fitting.

    Attributes:
        recipe: the settings of the optimiser.
        examples: the examples to learn from.
        validation: those by which the best epoch is chosen.
        collate: makes a batch of examples.
        identity: what tells runs of one recipe apart, such as the texts, as JSON can hold it.
    """

    recipe: Fit
    examples: Sequence[Any]
    validation: Sequence[Any]
    collate: Callable[[list[Any]], dict[str, Any]]
    identity: object


def fit(
    model: Any,
    lesson: Lesson,
    device: torch.device,
    checkpoints: Path,
    *,
    best: str = "loss",
    **options: Any,
) -> transformers.Trainer:
    """Fit a model in place, from where a run was stopped; it ends with the best epoch's weights.

    That epoch has the least loss of the validation examples, or the highest of another figure of
    `compute_metrics`. Options are the trainer's.

    Returns:
        The trainer, whose state has the number of steps.
    """
    recipe = lesson.recipe
    identity = {"recipe": recipe.model_dump(), "learnt": lesson.identity}
    folder = checkpoints / digest(identity)
    arguments = transformers.TrainingArguments(
        output_dir=str(folder),
        learning_rate=recipe.learning_rate,
        lr_scheduler_type=recipe.schedule,
        warmup_steps=recipe.warmup_steps,
        weight_decay=recipe.weight_decay,
        num_train_epochs=recipe.epochs,
        per_device_train_batch_size=recipe.batch_size,
        per_device_eval_batch_size=recipe.batch_size,
        gradient_accumulation_steps=recipe.accumulation,
        label_smoothing_factor=recipe.label_smoothing,
        bf16=in_bfloat16(device),
        use_cpu=device.type == "cpu",
        # States inside blocks are computed again on the way back, not kept.
        activation_checkpointing=model.supports_gradient_checkpointing,
        activation_checkpointing_kwargs={"use_reentrant": False},
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model=best,
        greater_is_better=best != "loss",
        logging_steps=10,
        remove_unused_columns=False,
        label_names=["labels"],
        report_to="none",
        seed=recipe.seed,
    )
    trainer = transformers.Trainer(
        model=model,
        args=arguments,
        train_dataset=lesson.examples,
        eval_dataset=lesson.validation,
        data_collator=lesson.collate,
        **options,
    )
    # Written last: a checkpoint without it is one in which a run was killed.
    states = folder.glob("checkpoint-*/trainer_state.json")
    steps = [int(state.parent.name.removeprefix("checkpoint-")) for state in states]
    last = str(folder / f"checkpoint-{max(steps)}") if steps else None
    trainer.train(resume_from_checkpoint=last)
    return trainer


def split_by_source(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Parts train, validation and test (8:1:1) of a table with a column `source`.

    All rows of a source are in one part, which depends on the text alone and not on a seed.

    Raises:
        InputError: a part has fewer than two rows, on which no correlation is defined.
    """
    place = table["source"].map(lambda source: seed_from(0, "split", source) % 10)
    parts = {"train": place > 1, "validation": place == 1, "test": place == 0}
    for name, rows in parts.items():
        if rows.sum() < 2:
            raise InputError(
                f"the part for {name} has {rows.sum()} corrections, and 2 are needed; a source is "
                f"in one part by chance, and there are {table['source'].nunique()}: add sources"
            )
    return {name: table[rows].reset_index(drop=True) for name, rows in parts.items()}


def in_bfloat16(device: torch.device) -> bool:
    """Whether products are in bfloat16: not on processors, where runs are compared."""
    return device.type == "cuda" and has_bfloat16(device)
