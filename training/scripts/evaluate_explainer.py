"""Judge the embedded explainer where the corrections are those of the reference."""

from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.explanations.embedded import EmbeddedExplainer
from gec_attribution.explanations.records import read_explanations
from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from gec_training.explainer import evaluate_explainer


def main(snakemake: Any) -> None:
    """Unpack the rule; write the scores, all and by type."""
    params = snakemake.params
    explainer = EmbeddedExplainer(model=snakemake.input.model)
    tables = [
        evaluate_explainer(
            explainer,
            read_explanations(path).sentences,
            resamples=params.resamples,
            seed=params.seed,
        ).assign(file=Path(path).name)
        for path in snakemake.input.explained
    ]
    write_csv(pd.concat(tables), snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
