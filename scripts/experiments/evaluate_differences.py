"""Subtract the methods, and the metrics, of one experiment on one data set from each other.

Reads: input.statistics (one Parquet file per metric, in the order of the study); params.comparison
(keys, family). Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.running.scripts import run_script
from gec_attribution.statistics.differences import differences
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    table = differences(
        pd.concat(map(pd.read_parquet, snakemake.input.statistics), ignore_index=True),
        **snakemake.params.comparison,
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
