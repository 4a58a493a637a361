"""Correct the sentences of a data set with one system."""

from typing import Any

import torch

from gec_attribution.corpora.files import write_sentences
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.text import read_lines
from gec_attribution.systems import load_system
from gec_attribution.systems.correction import correct_corpus


def main(snakemake: Any) -> None:
    """Unpack the rule and write a corrected sentence for each line."""
    torch.set_num_threads(snakemake.threads)
    params = snakemake.params
    settings = Settings(**params.correction)
    system = load_system(snakemake.wildcards.system, params.system, settings)
    sources = read_lines(snakemake.input.sources)
    language = load_language(params.language)
    corrections = correct_corpus(system, sources, params.parts, language=language)
    write_sentences(snakemake.output[0], corrections)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
