"""EXCGEC's Table 7: correlate the scores of descriptions with people's ratings.

Reads: input.ratings, input.gold, input.explanations (the first run of each explainer);
params.explained (explainer and whose correction, of each), params.resamples, params.seed; the
wildcard dataset. Writes: output[0].
"""

from typing import Any

from gec_attribution.experiments.description_ratings.compute import (
    rating_agreement,
    read_ratings,
    sentence_similarities,
)
from gec_attribution.explanations.records import read_explanations, read_explanations_of
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    gold = read_explanations(inputs.gold).sentences
    sources = [sentence.source for sentence in gold]
    table = rating_agreement(
        snakemake.wildcards.dataset,
        read_ratings(inputs.ratings),
        {
            (explainer, correction): sentence_similarities(
                read_explanations_of(path, sources).sentences, gold
            )
            for (explainer, correction), path in zip(
                params.explained, inputs.explanations, strict=True
            )
        },
        resamples=params.resamples,
        seed=params.seed,
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
