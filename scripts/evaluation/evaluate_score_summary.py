"""Count what one metric scored, and what it could score only in part or not at all.

Reads: input.scores; the wildcards dataset and metric. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.experiments.score_summary.compute import score_summary
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    wildcards = snakemake.wildcards
    scores = pd.read_parquet(snakemake.input.scores)
    write_csv(score_summary(wildcards.dataset, wildcards.metric, scores), snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
