"""Fine-tuning a causal language model for EXCGEC's tasks, by LoRA (Hu et al. 2022).

The recipe is that of Ye et al. (2025, arXiv 2407.00924) where `config.yaml` says nothing
else: one model for each task, the texts of `explanations.tasks`, and the token `<TGT>` between
correction and explanation, whose embedding is new, so that embeddings and head are trained as well.
"""

import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import torch
import transformers

from gec_attribution.errors import InputError
from gec_attribution.explanations.prompts import Prompt
from gec_attribution.explanations.records import ExplainedSentence, read_explanations
from gec_attribution.explanations.tasks import (
    TARGET_MARKER,
    Task,
    linearise,
    placed,
    task_input,
)
from gec_attribution.languages.zh import CHINESE
from gec_attribution.networks.generation import prompt_tokens, template_of
from gec_attribution.networks.hub import device_of, load_tokenizer, model_folder, read_model
from gec_attribution.networks.precision import keep_in_bfloat16
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.json_files import write_json
from training.fitting import IGNORED, add_matrices, fit, in_bfloat16, save
from training.recipes import Excgec


def train_on_excgec(
    task: Task,
    training: Sequence[ExplainedSentence],
    validation: Sequence[ExplainedSentence],
    test: Iterable[ExplainedSentence],
    *,
    recipe: Excgec,
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
    transformers.set_seed(recipe.fit.seed)
    place = device_of(Settings(device=device))
    folder = model_folder(recipe.base, recipe.revision)
    tokenizer: Any = load_tokenizer(folder)
    tokenizer.chat_template = template_of(tokenizer)
    tokenizer.add_tokens([TARGET_MARKER], special_tokens=True)
    held_out = {one.source for one in (*validation, *test)}
    kept = [sentence for sentence in training if sentence.source not in held_out]
    examples = [
        [
            example
            for example in _examples(tokenizer, task, part)
            if len(example["input_ids"]) <= recipe.cutoff
        ]
        for part in (kept, validation)
    ]
    for name, part in zip(("to learn from", "to choose by"), examples, strict=True):
        if not part:
            raise InputError(
                f"{task}: there is no sentence {name} with up to {recipe.cutoff} tokens that is "
                "not held out for a test"
            )
    model = _with_matrices(folder, len(tokenizer), recipe, place)
    trainer = fit(
        model,
        recipe.fit,
        examples[0],
        examples[1],
        partial(_padded, tokenizer.eos_token_id),
        device=place,
        checkpoints=checkpoints,
        learnt=[recipe.model_dump(), examples],
    )
    loss = trainer.evaluate()["eval_loss"]
    save(model, [tokenizer], recipe.base, output)
    shutil.rmtree(checkpoints, ignore_errors=True)
    return {
        "sentences": len(examples[0]),
        "held_out": len(training) - len(kept),
        "too_long": len(kept) - len(examples[0]),
        "steps": trainer.state.global_step,
        "training_loss": next(
            row["train_loss"] for row in trainer.state.log_history if "train_loss" in row
        ),
        "validation_loss": loss,
    }


def read_instructions(path: Path) -> list[ExplainedSentence]:
    """Sources and targets, without white space, of a JSON list; nothing is explained.

    Its objects have the texts `input` and `output`, as EXCGEC's for fine-tuning.

    Raises:
        InputError: the file is not such a list; names the entry.
    """
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as JSON ({error})") from error
    if not isinstance(entries, list):
        raise InputError(f"{path}: must be a list of objects with the texts `input` and `output`")
    sentences = []
    for number, entry in enumerate(entries, start=1):
        match entry:
            case {"input": str(source), "output": str(target)} if source.strip() and target.strip():
                plain = [CHINESE.join(CHINESE.tokenize(text)) for text in (source, target)]
                sentences.append(ExplainedSentence(plain[0], plain[1], ()))
            case _:
                raise InputError(
                    f"{path}: entry {number}: must have the texts `input` and `output`, neither "
                    f"empty; found {str(entry)[:80]!r}"
                )
    return sentences


def _padded(token: int, examples: Sequence[dict[str, list[int]]]) -> dict[str, torch.Tensor]:
    """A batch of examples of different lengths."""
    width = max(len(example["input_ids"]) for example in examples)

    def filled(rows: Iterable[list[int]], value: int) -> torch.Tensor:
        return torch.tensor([[*row, *[value] * (width - len(row))] for row in rows])

    return {
        "input_ids": filled((one["input_ids"] for one in examples), token),
        "attention_mask": filled(([1] * len(one["input_ids"]) for one in examples), 0),
        "labels": filled((one["labels"] for one in examples), IGNORED),
    }


def _examples(
    tokenizer: Any, task: Task, sentences: Iterable[ExplainedSentence]
) -> Iterator[dict[str, list[int]]]:
    """The tokens of each sentence with its answer, and those of them that are learnt."""
    for sentence in sentences:
        shown = task_input(task, sentence.source, sentence.target, placed(sentence))
        question = Prompt(task, sentence.source, shown).question(trained=True)
        answer = linearise(task, sentence, TARGET_MARKER) + tokenizer.eos_token
        prompt = prompt_tokens(tokenizer, [{"role": "user", "content": question}])
        written = tokenizer(answer, add_special_tokens=False)["input_ids"]
        yield {
            "input_ids": [*prompt, *written],
            "labels": [*[IGNORED] * len(prompt), *written],
        }


def _with_matrices(folder: Path, vocabulary: int, recipe: Excgec, device: torch.device) -> Any:
    """The model with the matrices that are trained, which are in float32, on a device.

    Raises:
        ConfigError: it has no modules of the recipe's names.
    """
    low = in_bfloat16(device)
    model = read_model("AutoModelForCausalLM", folder, "auto" if low else "float32")
    if low:
        keep_in_bfloat16(model)
    if vocabulary > model.get_input_embeddings().num_embeddings:
        model.resize_token_embeddings(vocabulary)
    return add_matrices(model, recipe.lora).to(device)


def main(snakemake: Any) -> None:
    """Unpack the rule; write the adapter, and the figures of its training."""
    inputs, params = snakemake.input, snakemake.params
    task = Task(snakemake.wildcards.task)
    training = Path(inputs.training)
    figures = train_on_excgec(
        task,
        read_instructions(training)
        if task == Task.CORRECT_ONLY
        else read_explanations(training).sentences,
        read_explanations(inputs.validation).sentences,
        read_explanations(inputs.test).sentences,
        recipe=Excgec(**params.recipe),
        output=Path(snakemake.output.model),
        device=params.device,
        checkpoints=Path(params.checkpoints),
    )
    write_json(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # type: ignore[name-defined]  # noqa: F821
