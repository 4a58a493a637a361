"""Table 1: one sentence, cut at its edits, with one metric's attributions.

Reads: input.attributions, input.sources; params.system, params.line (from 1). Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.evaluation.case_study import case_study
from gec_attribution.languages import load_language
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    table = case_study(
        pd.read_parquet(snakemake.input.attributions),
        read_lines(snakemake.input.sources),
        system=snakemake.params.system,
        line=snakemake.params.line,
        language=load_language(snakemake.params.language),
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
