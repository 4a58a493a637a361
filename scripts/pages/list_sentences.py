"""List all corrected sentences with one metric's attributions.

Reads: input.attributions, input.sources. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.attribution.listing import list_sentences
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.csv_files import for_spreadsheets, write_csv
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    attributions = pd.read_parquet(snakemake.input.attributions)
    sources = read_lines(snakemake.input.sources)
    language = load_language(snakemake.params.language)
    listed = list_sentences(attributions, sources, language)
    write_csv(for_spreadsheets(listed), snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
