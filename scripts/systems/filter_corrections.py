"""Leave out of a system's corrections the edits that a metric finds harmful.

Reads: input.edits (its M2 file), input.sources and input.references (for a metric that reads
references); params.filter (the configuration entry of the filtered system), params.scored (name and
entry of the metric that is scored), params.component (the column that is the metric's score),
params.method (its entry), params.coalitions, params.scoring, params.language, params.store,
params.seed. Writes: output[0], one corrected sentence for each line.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from gec_attribution.attribution import load_method
from gec_attribution.attribution.played import played_shares
from gec_attribution.corpora.files import references_by_source, write_sentences
from gec_attribution.edits.m2 import edits_of
from gec_attribution.languages import load_language
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.scores.engine import score_pairs
from gec_attribution.systems.filtered import without_harmful
from gec_study.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write what is left of the corrections."""
    torch.set_num_threads(snakemake.threads)
    inputs, params = snakemake.input, snakemake.params
    language = load_language(params.language)
    name, entry = params.scored
    metric = load_metric(name, entry, **runtime_options(params.scoring))
    references = references_by_source(inputs.sources, inputs.references, language)

    def score(sources: Sequence[str], texts: Sequence[str]) -> np.ndarray:
        table = score_pairs(metric, sources, texts, params.store, references=references)
        return table[params.component].to_numpy()

    method = load_method(params.filter["method"], params.method, **params.coalitions)
    sentences = edits_of(inputs.edits)
    shares = played_shares(sentences, method, score, language, params.seed)
    write_sentences(
        snakemake.output[0],
        [
            without_harmful(source, edits, own, params.filter["threshold"], language)
            for (source, edits), own in zip(sentences, shares, strict=True)
        ],
    )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
