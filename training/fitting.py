"""Fitting a model by the Trainer of transformers, from where a run was stopped."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import torch
import transformers

from gec_attribution.errors import ConfigError
from gec_attribution.networks.precision import has_bfloat16
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import digest
from training.recipes import Fit, Lora

IGNORED = -100
"""The label of a token that is given, not learnt."""


def fit(
    model: Any,
    recipe: Fit,
    examples: Sequence[Any],
    validation: Sequence[Any],
    collate: Callable[[list[Any]], dict[str, Any]],
    *,
    device: torch.device,
    checkpoints: Path,
    learnt: object,
    best: str = "loss",
    **options: Any,
) -> transformers.Trainer:
    """Fit a model, which ends with the weights of the best epoch.

    Args:
        model: changed in place.
        recipe: how to fit it.
        examples: what it learns from.
        validation: examples to choose the epoch by.
        collate: makes a batch of examples.
        device: where the model is.
        checkpoints: folder in which a run that is stopped leaves what the next one takes up.
        learnt: what identifies a run beside its recipe, such as the texts; JSON can hold it.
        best: `loss`, of which the least is the best, or a figure of `compute_metrics`, of which the
            highest is.
        options: of the trainer.

    Returns:
        The trainer, whose state has the number of steps.
    """
    folder = checkpoints / digest({"recipe": recipe.model_dump(), "learnt": learnt})
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
        # What blocks compute is computed again on the way back, not kept.
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
        train_dataset=examples,
        eval_dataset=validation,
        data_collator=collate,
        **options,
    )
    trainer.train(resume_from_checkpoint=any(folder.glob("checkpoint-*")))
    return trainer


def add_matrices(model: Any, lora: Lora) -> Any:
    """A causal language model with the matrices of LoRA, which alone are trained, in float32.

    Args:
        model: the model.
        lora: the matrices, and the modules that are trained whole.

    Raises:
        ConfigError: the model has no modules of these names.
    """
    from peft import LoraConfig, get_peft_model

    config = LoraConfig(
        task_type="CAUSAL_LM",
        r=lora.rank,
        lora_alpha=lora.alpha,
        lora_dropout=lora.dropout,
        target_modules=lora.modules,
        modules_to_save=list(lora.whole) or None,
        # A head that is the embeddings stays so.
        ensure_weight_tying=bool(model.config.tie_word_embeddings),
    )
    try:
        adapted = get_peft_model(model, config)
    except ValueError as error:
        reason = str(error).strip().partition("\n")[0]
        raise ConfigError(
            f"lora.modules, lora.whole: do not fit {model.config.name_or_path}: {reason}"
        ) from error
    for parameter in adapted.parameters():
        # A step moves a weight by less than the last digit of its bfloat16.
        if parameter.requires_grad:
            parameter.data = parameter.data.float()
    return adapted


def save(model: Any, beside: Sequence[Any], base: str, folder: Path) -> None:
    """Write the folder of a model, or of the adapter that was trained.

    Args:
        model: what was trained.
        beside: the tokenizer, and what else of transformers belongs into the folder.
        base: the name by which an adapter finds the model that it belongs to.
        folder: where to.
    """
    if hasattr(model, "peft_config"):
        model.peft_config["default"].base_model_name_or_path = base
    with write_atomically(folder) as temporary:
        for part in (model, *beside):
            part.save_pretrained(temporary)
        (temporary / "README.md").unlink(missing_ok=True)


def split_by_source(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Parts train, validation and test (8:1:1) of a table with a column `source`.

    A source's rows are all in one part, the one its text says: the same for every seed.
    """
    place = table["source"].map(lambda source: seed_from(0, "split", source) % 10)
    parts = {"train": place > 1, "validation": place == 1, "test": place == 0}
    return {name: table[rows].reset_index(drop=True) for name, rows in parts.items()}


def in_bfloat16(device: torch.device) -> bool:
    """Whether products are in bfloat16: not on processors, where runs are compared."""
    return device.type == "cuda" and has_bfloat16(device)
