"""Fine-tune a causal language model for one of EXCGEC's tasks."""

from pathlib import Path
from typing import Any

from gec_attribution.explanations.records import read_explanations
from gec_attribution.explanations.tasks import Task
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.json_files import write_json
from training.excgec import read_instructions, train_on_excgec
from training.recipes import Excgec


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
        output=Path(snakemake.output.adapter),
        device=params.device,
        checkpoints=Path(params.checkpoints),
    )
    write_json(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
