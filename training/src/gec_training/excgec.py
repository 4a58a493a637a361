"""Fine-tuning a causal language model for EXCGEC's tasks, by LoRA (Hu et al. 2022).

The recipe is that of Ye et al. (2025, arXiv 2407.00924) where `config/training.yaml` says nothing
else: one model for each task, the texts of `explanations.tasks`, and the token `<TGT>` between
correction and explanation, whose embedding is new, so that embeddings and head are trained as well.
"""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
import transformers

from gec_attribution.errors import ConfigError, InputError
from gec_attribution.explanations.prompts import Prompt
from gec_attribution.explanations.records import ExplainedSentence
from gec_attribution.explanations.tasks import (
    TARGET_MARKER,
    Task,
    linearise,
    placed,
    task_input,
)
from gec_attribution.networks.generation import prompt_tokens, template_of
from gec_attribution.networks.hub import device_of, load_tokenizer, model_folder, read_model
from gec_attribution.networks.precision import has_bfloat16, keep_in_bfloat16
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.signatures import digest

IGNORED = -100
"""The label of a token that is given, not learnt."""


@dataclass(frozen=True)
class Recipe:
    """How a model is fine-tuned.

    Attributes:
        model: folder or hub id of a causal language model.
        revision: its commit, if it is a model of the Hugging Face hub.
        rank: of the matrices that LoRA adds.
        alpha: their product is multiplied by `alpha / rank`.
        dropout: of what they read.
        modules: the names of the linear maps to which they are added.
        whole: the modules that are trained whole; the embedding of `<TGT>` is new.
        learning_rate: the highest, which falls as a cosine.
        warmup_steps: in which it rises.
        epochs: passes over the sentences.
        batch_size: sentences in a forward pass.
        accumulation: forward passes in a step.
        cutoff: the most tokens of a sentence with its answer; a longer one is left out.
        label_smoothing: the probability that is spread over all tokens.
        seed: enters the order of the sentences and the matrices.
    """

    model: str
    revision: str | None
    rank: int
    alpha: int
    dropout: float
    modules: list[str]
    whole: list[str]
    learning_rate: float
    warmup_steps: int
    epochs: float
    batch_size: int
    accumulation: int
    cutoff: int
    label_smoothing: float
    seed: int


def train_on_excgec(
    task: Task,
    training: Sequence[ExplainedSentence],
    validation: Sequence[ExplainedSentence],
    test: Iterable[ExplainedSentence],
    *,
    recipe: Recipe,
    output: Path,
    device: str,
    checkpoints: Path,
) -> dict[str, float]:
    """Fine-tune a model for one task and write its adapter, with the tokenizer that it needs.

    Of the adapters after each epoch it is the one with the least loss on the validation sentences.

    Args:
        task: what the model learns to write.
        training: the sentences to learn from. Those whose source is also one of the validation or
            test sentences are left out.
        validation: the sentences to choose by.
        test: sentences that are kept for a test.
        recipe: how to train.
        output: the folder to write.
        device: `auto`, or a torch device.
        checkpoints: folder in which a run that is stopped leaves what the next one with the same
            recipe and sentences takes up; it is removed at the end.

    Returns:
        How many sentences were learnt from (`sentences`), left out because they are among those
        held out (`held_out`) or longer than the cutoff (`too_long`), the `steps`, and the mean
        loss per token of the answers (`training_loss`, `validation_loss`).

    Raises:
        ConfigError: the recipe names modules that the model has not, or the device is not there.
        InputError: no sentence is left to learn from or to choose by.
        ModelError: the model is missing or of another kind.
    """
    transformers.set_seed(recipe.seed)
    place = device_of(Settings(device=device))
    folder = model_folder(recipe.model, recipe.revision)
    tokenizer: Any = load_tokenizer(folder)
    tokenizer.chat_template = template_of(tokenizer)
    tokenizer.add_tokens([TARGET_MARKER], special_tokens=True)
    kept = _unseen(training, {one.source for one in (*validation, *test)})
    examples = [
        [example for example in _examples(tokenizer, task, part) if len(example) <= recipe.cutoff]
        for part in (kept, validation)
    ]
    for name, part in zip(("to learn from", "to choose by"), examples, strict=True):
        if not part:
            raise InputError(
                f"{task}: there is no sentence {name} with up to {recipe.cutoff} tokens that is "
                "not held out for a test"
            )
    model = _with_matrices(folder, len(tokenizer), recipe, place)
    learnt = [[one.prompt, one.answer] for part in examples for one in part]
    work = checkpoints / digest({"recipe": asdict(recipe), "examples": learnt})
    trainer = transformers.Trainer(
        model=model,
        args=_arguments(recipe, work, place),
        train_dataset=[example.as_tensors() for example in examples[0]],
        eval_dataset=[example.as_tensors() for example in examples[1]],
        data_collator=_Padding(tokenizer.eos_token_id),
    )
    resumed = any(work.glob("checkpoint-*"))
    result = trainer.train(resume_from_checkpoint=resumed)
    loss = trainer.evaluate()["eval_loss"]
    model.peft_config["default"].base_model_name_or_path = recipe.model
    with write_atomically(output) as temporary:
        model.save_pretrained(temporary)
        tokenizer.save_pretrained(temporary)
        (temporary / "README.md").unlink(missing_ok=True)
    shutil.rmtree(checkpoints, ignore_errors=True)
    return {
        "sentences": len(examples[0]),
        "held_out": len(training) - len(kept),
        "too_long": len(kept) - len(examples[0]),
        "steps": result.global_step,
        "training_loss": result.training_loss,
        "validation_loss": loss,
    }


@dataclass(frozen=True)
class _Example:
    """A prompt and the answer to it, as tokens."""

    prompt: list[int]
    answer: list[int]

    def __len__(self) -> int:
        return len(self.prompt) + len(self.answer)

    def as_tensors(self) -> dict[str, list[int]]:
        """Tokens, and those of them that are learnt."""
        return {
            "input_ids": [*self.prompt, *self.answer],
            "labels": [*[IGNORED] * len(self.prompt), *self.answer],
        }


class _Padding:
    """Makes a batch of examples of different lengths."""

    def __init__(self, token: int) -> None:
        self._token = token

    def __call__(self, examples: Sequence[dict[str, list[int]]]) -> dict[str, torch.Tensor]:
        width = max(len(example["input_ids"]) for example in examples)

        def padded(name: str, value: int) -> torch.Tensor:
            rows = (example[name] for example in examples)
            return torch.tensor([[*row, *[value] * (width - len(row))] for row in rows])

        lengths = [len(example["input_ids"]) for example in examples]
        visible = [[1] * length + [0] * (width - length) for length in lengths]
        return {
            "input_ids": padded("input_ids", self._token),
            "attention_mask": torch.tensor(visible),
            "labels": padded("labels", IGNORED),
        }


def _unseen(sentences: Sequence[ExplainedSentence], held_out: set[str]) -> list[ExplainedSentence]:
    return [sentence for sentence in sentences if sentence.source not in held_out]


def _examples(
    tokenizer: Any, task: Task, sentences: Iterable[ExplainedSentence]
) -> Iterator[_Example]:
    for sentence in sentences:
        shown = task_input(task, sentence.source, sentence.target, placed(sentence))
        question = Prompt(task, sentence.source, shown).question(trained=True)
        answer = linearise(task, sentence, TARGET_MARKER) + tokenizer.eos_token
        yield _Example(
            prompt_tokens(tokenizer, [{"role": "user", "content": question}]),
            tokenizer(answer, add_special_tokens=False)["input_ids"],
        )


def _with_matrices(folder: Path, vocabulary: int, recipe: Recipe, device: torch.device) -> Any:
    """The model with the matrices that are trained, which are in float32, on a device.

    Raises:
        ConfigError: it has no modules of the recipe's names.
    """
    from peft import LoraConfig, get_peft_model

    model = read_model("AutoModelForCausalLM", folder, "auto" if _is_low(device) else "float32")
    if _is_low(device):
        keep_in_bfloat16(model)
    if vocabulary > model.get_input_embeddings().num_embeddings:
        model.resize_token_embeddings(vocabulary)
    config = LoraConfig(
        task_type="CAUSAL_LM",
        r=recipe.rank,
        lora_alpha=recipe.alpha,
        lora_dropout=recipe.dropout,
        target_modules=recipe.modules,
        modules_to_save=recipe.whole,
        # A head that is the embeddings stays so.
        ensure_weight_tying=bool(model.config.tie_word_embeddings),
    )
    try:
        adapted = get_peft_model(model, config)
    except ValueError as error:
        reason = str(error).strip().partition("\n")[0]
        raise ConfigError(f"modules, whole: do not fit {recipe.model}: {reason}") from error
    for parameter in adapted.parameters():
        # A step moves a weight by less than the last digit of its bfloat16.
        if parameter.requires_grad:
            parameter.data = parameter.data.float()
    return adapted.to(device)


def _is_low(device: torch.device) -> bool:
    """Whether a model is trained in bfloat16: not on processors, where runs are compared."""
    return device.type == "cuda" and has_bfloat16(device)


def _arguments(
    recipe: Recipe, checkpoints: Path, device: torch.device
) -> transformers.TrainingArguments:
    return transformers.TrainingArguments(
        output_dir=str(checkpoints),
        learning_rate=recipe.learning_rate,
        lr_scheduler_type="cosine",
        warmup_steps=recipe.warmup_steps,
        num_train_epochs=recipe.epochs,
        per_device_train_batch_size=recipe.batch_size,
        per_device_eval_batch_size=recipe.batch_size,
        gradient_accumulation_steps=recipe.accumulation,
        label_smoothing_factor=recipe.label_smoothing,
        bf16=_is_low(device),
        use_cpu=device.type == "cpu",
        # What blocks compute is computed again on the way back, not kept.
        activation_checkpointing=True,
        activation_checkpointing_kwargs={"use_reentrant": False},
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        logging_steps=10,
        report_to="none",
        seed=recipe.seed,
    )
