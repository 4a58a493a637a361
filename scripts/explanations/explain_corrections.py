"""Explain the corrections of a data set with one explainer, in EXCGEC's JSON."""

from typing import Any

import torch

from gec_attribution.explanations import load_explainer
from gec_attribution.explanations.base import ExplainerInput
from gec_attribution.explanations.corpus import (
    corrections_in,
    explain_corpus,
    explanations_in,
)
from gec_attribution.explanations.records import write_explanations
from gec_attribution.languages import load_extractor
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.json_files import write_json
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule; write the explanations, and what was mended in them."""
    torch.set_num_threads(snakemake.threads)
    inputs, params = snakemake.input, snakemake.params
    settings = Settings(**params.explanation)
    explainer = load_explainer(
        snakemake.wildcards.explainer, params.explainer, settings
    )
    extractor = None
    if inputs.edits:
        corrections = corrections_in(inputs.edits)
    else:
        extractor = load_extractor(params.language, params.pipeline)
        lines = read_lines(inputs.sources)
        sources = [extractor.language.normalise(line) for line in lines]
        corrections = [ExplainerInput(source) for source in sources]
        if inputs.explanations:
            corrections = explanations_in(inputs.explanations, sources)
    seed = seed_from(params.seed, "run", params.run)
    explained = explain_corpus(
        explainer, corrections, params.parts, seed=seed, extractor=extractor
    )
    write_explanations(snakemake.output.explanations, explained.sentences)
    signature = {**explainer.signature(), "seed": seed}
    write_json({**explained.report(), "signature": signature}, snakemake.output.report)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
