"""Take over explanations that exist already, if they are of the sentences of a data set."""

from typing import Any

from gec_attribution.corpora.downloads import check_pinned
from gec_attribution.explanations.corpus import Explained
from gec_attribution.explanations.records import (
    read_explanations_of,
    write_explanations,
)
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.json_files import write_json
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule; write the explanations and, if asked for, what is odd about them."""
    params, outputs = snakemake.params, snakemake.output
    path = snakemake.input.explanations
    check_pinned(path, params.spec if isinstance(params.spec, dict) else {})
    language = load_language(params.language)
    sources = [language.normalise(line) for line in read_lines(snakemake.input.sources)]
    corpus = read_explanations_of(path, sources, params.lines)
    write_explanations(outputs.explanations, corpus.sentences, corpus.version)
    if report := outputs.get("report"):
        counts = Explained.of_corpus(corpus).report()
        write_json({**counts, "signature": {"explainer": "given"}}, report)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
