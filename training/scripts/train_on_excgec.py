"""Fine-tune a causal language model for one of EXCGEC's tasks."""

from pathlib import Path
from typing import Any

import torch

from gec_attribution.explanations.records import ExplainedSentence, read_explanations
from gec_attribution.explanations.tasks import Task
from gec_attribution.storage.json_files import write_json
from gec_study.scripts import run_script
from gec_training.data.learner_chinese import read_instructions
from gec_training.excgec import Recipe, train_on_excgec


def main(snakemake: Any) -> None:
    """Unpack the rule; write the adapter, and the figures of its training."""
    torch.set_num_threads(snakemake.threads)
    inputs, params = snakemake.input, snakemake.params
    task = Task(snakemake.wildcards.task)
    if task == Task.CORRECT_ONLY:
        pairs = read_instructions(inputs.training)
        training = [ExplainedSentence(source, target, ()) for source, target in pairs]
    else:
        training = list(read_explanations(inputs.training).sentences)
    figures = train_on_excgec(
        task,
        training,
        read_explanations(inputs.validation).sentences,
        read_explanations(inputs.test).sentences,
        recipe=Recipe(**params.recipe),
        output=Path(snakemake.output.adapter),
        device=params.device,
        checkpoints=Path(params.checkpoints),
    )
    write_json(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
