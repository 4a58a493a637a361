"""Write the explanations of a part of a data set."""

from typing import Any

from gec_attribution.corpora.downloads import check_pinned
from gec_attribution.explanations.records import read_explanations_of, write_explanations
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule; write the explanations."""
    inputs, params = snakemake.input, snakemake.params
    check_pinned(inputs.explanations, params.spec if isinstance(params.spec, dict) else {})
    language = load_language(params.language)
    sources = ["".join(language.tokenize(line)) for line in read_lines(inputs.sources)]
    corpus = read_explanations_of(inputs.explanations, sources, params.lines)
    write_explanations(snakemake.output[0], corpus.sentences, corpus.version)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
