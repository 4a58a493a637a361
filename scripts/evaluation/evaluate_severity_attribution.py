"""Whether attributions follow the severities of an explained reference, under every metric.

Reads: input.attributions (one file per metric and method), input.sources, input.gold;
params.options, params.language, params.resamples, params.seed. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.experiments.severity_attribution.compute import (
    severity_attribution,
    with_correction,
)
from gec_attribution.explanations.records import read_explanations_of
from gec_attribution.languages import load_language
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    language = load_language(params.language)
    sources = [language.join(language.tokenize(line)) for line in read_lines(inputs.sources)]
    gold = read_explanations_of(inputs.gold, sources).sentences
    tables = [
        severity_attribution(
            pd.read_parquet(path),
            gold,
            systems=params.options["systems"],
            min_frequency=params.options["min_frequency"],
            resamples=params.resamples,
            seed=params.seed,
        )
        for path in inputs.attributions
    ]
    write_csv(with_correction(pd.concat(tables, ignore_index=True)), snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
