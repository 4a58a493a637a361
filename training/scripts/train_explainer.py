"""Train the embedded explainer of Chinese corrections."""

from pathlib import Path
from typing import Any

from gec_attribution.explanations.records import read_explanations
from gec_attribution.storage.json_files import write_json
from gec_study.scripts import run_script
from gec_training.explainer import Recipe, train_explainer


def main(snakemake: Any) -> None:
    """Unpack the rule; write the explainer's folder and the figures of cross-validation."""
    inputs = snakemake.input
    files = (inputs.published, inputs.early, inputs.held_out)
    figures = train_explainer(
        *(read_explanations(path).sentences for path in files),
        Recipe(**snakemake.params.recipe),
        Path(snakemake.output.model),
    )
    write_json(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
