"""Explain the corrections of a data set with one explainer, in EXCGEC's JSON."""

from typing import Any

import torch

from gec_attribution.explanations import load_explainer
from gec_attribution.explanations.base import Given
from gec_attribution.explanations.corpus import corrections_in, explain_corpus
from gec_attribution.explanations.records import write_explanations
from gec_attribution.languages import load_language
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.json_files import write_json
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.text import read_lines
from gec_attribution.study.settings import Settings


def main(snakemake: Any) -> None:
    """Unpack the rule; write the explanations, and what was mended in them."""
    torch.set_num_threads(snakemake.threads)
    inputs, params = snakemake.input, snakemake.params
    options = dict(params.explanation)
    chunk_size = options.pop("chunk_size")
    explainer = load_explainer(snakemake.wildcards.explainer, params.explainer, Settings(**options))
    language = load_language(params.language)
    if inputs.get("edits"):
        given = corrections_in(inputs.edits)
    else:
        sources = map(language.tokenize, read_lines(inputs.sources))
        given = [Given(language.join(tokens)) for tokens in sources]
    seed = seed_from(params.seed, "run", params.run)
    explained = explain_corpus(explainer, given, params.parts, seed=seed, chunk_size=chunk_size)
    write_explanations(snakemake.output.explanations, explained.sentences)
    write_json(explained.report(), snakemake.output.report)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
