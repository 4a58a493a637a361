"""Measure a language model: held-out perplexity, and how often it prefers what annotators wrote."""

from typing import Any

import pandas as pd

from gec_attribution.languages import load_extractor
from gec_attribution.metrics import load_metric
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.text import read_lines
from gec_study.scripts import run_script
from gec_training.language_model.recipe import held_out_perplexity
from gec_training.probes import edit_pairs, preference_shares, reference_pairs


def main(snakemake: Any) -> None:
    """Unpack the rule and write one row per figure: figure, value, over (pairs or tokens)."""
    folder = snakemake.input.model
    metric = load_metric("ppl", {"type": "perplexity", "model": folder})
    extractor = load_extractor(snakemake.params.language, snakemake.params.pipeline)
    sources = read_lines(snakemake.input.sources)
    annotated = []
    for reference in snakemake.input.references:
        pairs = list(zip(sources, read_lines(reference), strict=True))
        annotated += zip(sources, extractor.extract(pairs), strict=True)
    shares = preference_shares(metric, [*reference_pairs(annotated), *edit_pairs(annotated)])
    perplexity, tokens = held_out_perplexity(
        snakemake.input.corpora, snakemake.params.language, folder
    )
    figures = [("held-out perplexity", perplexity, tokens)]
    figures += zip(shares["difference"], shares["share"], shares["pairs"], strict=True)
    table = pd.DataFrame(figures, columns=["figure", "value", "over"])
    write_csv(table, snakemake.output[0], decimals=4)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
