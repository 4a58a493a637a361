"""Fine-tuning of a causal language model for EXCGEC's tasks, by LoRA (Hu et al. 2022).

The recipe is that of Ye et al. (2025, arXiv 2407.00924), unless `config.yaml` says otherwise. Each
task has a model and the texts of `explanations.tasks`. The token `<TGT>` between correction and
explanation has a new embedding, so that embeddings and head are trained as well.
"""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import torch
import transformers
from peft import LoraConfig, get_peft_model

from gec_attribution.errors import ConfigError, InputError
from gec_attribution.explanations.prompts import Prompt
from gec_attribution.explanations.records import ExplainedSentence, read_explanations
from gec_attribution.explanations.tasks import (
    TARGET_MARKER,
    Task,
    linearise,
    task_input,
)
from gec_attribution.languages.zh import CHINESE
from gec_attribution.networks.batches import padded
from gec_attribution.networks.generation import prompt_tokens, template_of
from gec_attribution.networks.hub import (
    device_of,
    load_tokenizer,
    model_folder,
    read_model,
)
from gec_attribution.networks.precision import keep_in_bfloat16
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.json_files import read_samples
from training.fitting import Lesson, Run, fit, in_bfloat16
from training.recipes import Excgec

IGNORED = -100
"""Label of a token that is given, not learnt."""


class Files(NamedTuple):
    """Files of the parts of EXCGEC, in its JSON.

    Attributes:
        training: sentences to learn from; for `correct-only` pairs (`read_instructions`).
        validation: those by which the best epoch is chosen.
        test: those that are only held out.
    """

    training: Path
    validation: Path
    test: Path


def train_on_excgec(
    task: Task, files: Files, recipe: Excgec, run: Run
) -> dict[str, float]:
    """Fine-tune a model for one task and write its adapter, with the tokenizer that it needs.

    The epoch with the least loss on the validation sentences is kept. Sentences whose source is in
    another file, too, are not learnt.

    Returns:
        Numbers of sentences learnt from (`sentences`), held out (`held_out`) and longer than the
        cutoff (`too_long`), the `steps`, and the mean loss per token of the answers
        (`training_loss`, since a stopped run went on; `validation_loss`).

    Raises:
        ConfigError: the recipe names modules that the model has not, or the device is not there.
        InputError: a file is of another kind, or no sentence is left to learn from or to choose by.
        ModelError: the model is missing or of another kind.
    """
    if task == Task.CORRECT_ONLY:
        learnt = read_instructions(files.training)
    else:
        learnt = list(read_explanations(files.training).sentences)
    chosen = read_explanations(files.validation).sentences
    tested = read_explanations(files.test).sentences
    held_out = {sentence.source for sentence in (*chosen, *tested)}
    kept = [sentence for sentence in learnt if sentence.source not in held_out]

    transformers.set_seed(recipe.fit.seed)
    device = device_of(Settings(device=run.device))
    folder = model_folder(recipe.base, recipe.revision)
    tokenizer: Any = load_tokenizer(folder)
    tokenizer.chat_template = template_of(tokenizer)
    tokenizer.add_tokens([TARGET_MARKER], special_tokens=True)
    learning = _short_examples(
        tokenizer, task, kept, recipe.cutoff, purpose="to learn from"
    )
    choosing = _short_examples(
        tokenizer, task, chosen, recipe.cutoff, purpose="to choose by"
    )
    model = _with_matrices(folder, len(tokenizer), recipe, device)
    collate = partial(_batch, tokenizer.eos_token_id)
    identity = [recipe.model_dump(), [learning, choosing]]
    lesson = Lesson(recipe.fit, learning, choosing, collate, identity)
    trainer = fit(model, lesson, device, run.checkpoints)
    loss = trainer.evaluate()["eval_loss"]
    model.peft_config["default"].base_model_name_or_path = recipe.base
    with write_atomically(run.output) as temporary:
        model.save_pretrained(temporary)
        tokenizer.save_pretrained(temporary)
        (temporary / "README.md").unlink(missing_ok=True)
    shutil.rmtree(run.checkpoints, ignore_errors=True)
    history = trainer.state.log_history
    training_loss = next(row["train_loss"] for row in history if "train_loss" in row)
    return {
        "sentences": len(learning),
        "held_out": len(learnt) - len(kept),
        "too_long": len(kept) - len(learning),
        "steps": trainer.state.global_step,
        "training_loss": training_loss,
        "validation_loss": loss,
    }


def _short_examples(
    tokenizer: Any,
    task: Task,
    sentences: Sequence[ExplainedSentence],
    cutoff: int,
    *,
    purpose: str,
) -> list[dict[str, list[int]]]:
    """The examples of up to `cutoff` tokens; `purpose` says in an error what there is none for."""
    examples = _examples(tokenizer, task, sentences)
    short = [example for example in examples if len(example["input_ids"]) <= cutoff]
    if not short:
        raise InputError(
            f"{task}: there is no sentence {purpose} with up to {cutoff} tokens that is not held "
            "out for a test"
        )
    return short


def read_instructions(path: Path) -> list[ExplainedSentence]:
    """Sources and targets, without white space, of a JSON list; nothing is explained.

    Its objects have the texts `input` and `output`, as EXCGEC's for fine-tuning.

    Raises:
        InputError: the file is not such a list; names the entry.
    """
    sentences = []
    for number, entry in enumerate(read_samples(path)[0], start=1):
        match entry:
            case {"input": str(source), "output": str(target)} if (
                source.strip() and target.strip()
            ):
                source, target = map(CHINESE.unspaced, (source, target))
                sentences.append(ExplainedSentence(source, target, ()))
            case _:
                raise InputError(
                    f"{path}: entry {number}: must have the texts `input` and `output`, neither "
                    f"empty; found {str(entry)[:80]!r}"
                )
    return sentences


def _batch(
    token: int, examples: Sequence[dict[str, list[int]]]
) -> dict[str, torch.Tensor]:
    """A batch of examples of different lengths."""
    tokens, mask = padded([example["input_ids"] for example in examples], token)
    labels, _ = padded([example["labels"] for example in examples], IGNORED)
    return {"input_ids": tokens, "attention_mask": mask, "labels": labels}


def _examples(
    tokenizer: Any, task: Task, sentences: Iterable[ExplainedSentence]
) -> Iterator[dict[str, list[int]]]:
    """The tokens of each sentence with its answer, and those of them that are learnt."""
    for sentence in sentences:
        shown = task_input(task, sentence.source, sentence.target, sentence.edits)
        question = Prompt(task, sentence.source, task_text=shown).question(trained=True)
        answer = linearise(task, sentence, TARGET_MARKER) + tokenizer.eos_token
        prompt = prompt_tokens(tokenizer, [{"role": "user", "content": question}])
        written = tokenizer(answer, add_special_tokens=False)["input_ids"]
        yield {
            "input_ids": [*prompt, *written],
            "labels": [*[IGNORED] * len(prompt), *written],
        }


def _with_matrices(
    folder: Path, vocabulary: int, recipe: Excgec, device: torch.device
) -> Any:
    """The model on a device with the matrices of LoRA, which alone are trained, in float32.

    Raises:
        ConfigError: it has no modules of the recipe's names.
    """
    low = in_bfloat16(device)
    model = read_model("AutoModelForCausalLM", folder, "auto" if low else "float32")
    if low:
        keep_in_bfloat16(model)
    if vocabulary > model.get_input_embeddings().num_embeddings:
        model.resize_token_embeddings(vocabulary)
    config = LoraConfig(
        task_type="CAUSAL_LM",
        r=recipe.lora.rank,
        lora_alpha=recipe.lora.alpha,
        lora_dropout=recipe.lora.dropout,
        target_modules=recipe.lora.modules,
        modules_to_save=recipe.lora.whole or None,
        # A head that shares its weights with the embeddings keeps sharing them.
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
    return adapted.to(device)
