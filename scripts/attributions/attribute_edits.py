"""Attribute the scores of one metric to the edits of every system, by every method.

Reads: input.games, input.coalitions, input.scores; params.systems (their names), params.methods
(their configuration entries), params.coalitions, params.language, params.seed; the wildcards
dataset and metric. Writes: output.attributions, one file per method; output.sentences, a listing of
all sentences with the attributions of the first; and output.interactions of a rule that has it.
"""

from typing import Any

import pandas as pd

from gec_attribution.attribution import load_method
from gec_attribution.attribution.dataset import attribute_dataset
from gec_attribution.attribution.listing import list_sentences
from gec_attribution.attribution.pairs import pairs_of_dataset
from gec_attribution.attribution.signatures import (
    interactions_signature,
    joint_signature,
    record_signature,
)
from gec_attribution.games.values import read_games, sentences_with_values
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.csv_files import for_spreadsheets, write_csv
from gec_attribution.storage.parquet_files import read_attrs, write_parquet


def main(snakemake: Any) -> None:
    """Unpack the rule and write a row per edit, per sentence and per pair of edits."""
    inputs, params, output = snakemake.input, snakemake.params, snakemake.output
    about = snakemake.wildcards.dataset, snakemake.wildcards.metric
    files = inputs.games, inputs.coalitions, inputs.scores
    language = load_language(params.language)
    signed = {
        "metric": snakemake.wildcards.metric,
        "scored_by": read_attrs(inputs.scores).get("signature", {}),
        "language": params.language,
        "edits": joint_signature(read_attrs(inputs.games)["signatures"].values()),
    }
    for path, (name, entry) in zip(output.attributions, params.methods.items(), strict=True):
        method = load_method(name, entry, **params.coalitions)
        table = attribute_dataset(
            *about,
            method,
            sentences_with_values(*files, params.systems),
            language=language,
            seed=params.seed,
            signature=record_signature(method=method, seed=params.seed, **signed),
        )
        write_parquet(table, path)
    first = pd.read_parquet(output.attributions[0])
    (corrected,) = read_games(inputs.games, params.systems[:1]).values()
    listed = list_sentences(first, [source for source, _ in corrected], language)
    write_csv(for_spreadsheets(listed), output.sentences)
    if output.get("interactions"):
        most = params.coalitions["exact_up_to"]
        table = pairs_of_dataset(
            *about,
            sentences_with_values(*files, params.systems),
            exact_up_to=most,
            language=language,
            signature=interactions_signature(exact_up_to=most, **signed),
        )
        write_parquet(table, output.interactions)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
