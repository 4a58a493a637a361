"""How well all metrics and methods tell the edits that people find valid, on one data set.

Reads: input.attributions (one file per metric and method, in the order of the study), input.judged;
params.options (min_frequency), params.lines (those of the data set), params.resamples, params.seed.
Writes: output[0], and output[1] with the differences between methods and between metrics.
"""

import logging
from typing import Any

import pandas as pd

from gec_attribution.edits.judged import read_judged
from gec_attribution.experiments.human_judgements.compute import human_judgements, statistics
from gec_attribution.running.scripts import run_script
from gec_attribution.statistics.differences import differences
from gec_attribution.storage.csv_files import write_csv

logger = logging.getLogger(__name__)


def main(snakemake: Any) -> None:
    """Unpack the rule and write the tables."""
    params = snakemake.params
    judged = read_judged(snakemake.input.judged, params.lines)
    logger.info(
        "%s: %d corrections, of which %d cannot be read; %d distinct ones with an edit",
        *(snakemake.input.judged, judged.lines, judged.unreadable, len(judged.corrections)),
    )
    table = human_judgements(
        [pd.read_parquet(path) for path in snakemake.input.attributions],
        judged.corrections,
        min_frequency=params.options["min_frequency"],
        resamples=params.resamples,
        seed=params.seed,
    )
    write_csv(table.drop(columns="replicates"), snakemake.output[0])
    compared = differences(statistics(table), keys=["measure"])
    write_csv(compared, snakemake.output[1])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
