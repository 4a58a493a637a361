"""Measure the Chinese language model: held-out perplexity, and how often it prefers corrections."""

from dataclasses import replace
from typing import Any

import pandas as pd

from gec_attribution.explanations.records import read_explanations
from gec_attribution.languages.zh import CHINESE
from gec_attribution.metrics import load_metric
from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from gec_training.language_model.recipe import held_out_perplexity
from gec_training.probes import (
    GRAMMAR,
    REFERENCES,
    MinimalPair,
    edit_pairs,
    preference_shares,
)


def main(snakemake: Any) -> None:
    """Unpack the rule and write one row per figure: figure, value, over (pairs or characters)."""
    folder = snakemake.input.model
    metric = load_metric("ppl", {"type": "perplexity", "model": folder})
    sentences = read_explanations(snakemake.input.explained).sentences
    whole = [MinimalPair(each.source, each.target, REFERENCES) for each in sentences]
    typed = [
        (each.source, [replace(one.edit, type=one.explanation.type) for one in each.edits])
        for each in sentences
    ]
    shares = preference_shares(metric, [*whole, *edit_pairs(typed, CHINESE)])
    shares = shares[shares["difference"] != GRAMMAR]
    perplexity, characters = held_out_perplexity(snakemake.input.corpora, "zh", folder)
    figures = [("held-out perplexity", perplexity, characters)]
    figures += zip(shares["difference"], shares["share"], shares["pairs"], strict=True)
    table = pd.DataFrame(figures, columns=["figure", "value", "over"])
    write_csv(table, snakemake.output[0], decimals=4)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
