"""Train the embedded spaCy pipeline; score it on treebanks and against the usual one of ERRANT.

Reads: input.train, input.dev, input.test (CoNLL-U files), input.m2; params.recipe (steps, seed, as
`train_pipeline` takes them). Writes: output.pipeline (a folder), output.scores, output.agreement.
"""

from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.languages import load_extractor
from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from gec_training.spacy.pipeline import (
    score_agreement,
    score_most_frequent_tag,
    score_treebank,
    train_pipeline,
)


def main(snakemake: Any) -> None:
    """Unpack the rule; write the pipeline's folder and two tables."""
    train, dev, test = (list(map(Path, snakemake.input[key])) for key in ("train", "dev", "test"))
    pipeline = Path(snakemake.output.pipeline)
    train_pipeline(train, dev, pipeline, **snakemake.params.recipe)
    scores = [
        {"treebank": path.name.split(".")[0]}
        | score_treebank(pipeline, path)
        | {"most_frequent_tag_accuracy": score_most_frequent_tag(train, path)}
        for path in test
    ]
    agreement = score_agreement(
        load_extractor(snakemake.params.language, pipeline), snakemake.input.m2
    )
    tables = {"scores": pd.DataFrame(scores), "agreement": agreement}
    for name, table in tables.items():
        write_csv(table, snakemake.output[name])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
