"""Write the sources of a data set, one a line."""

from typing import Any

from gec_attribution.corpora.files import read_sources, write_sentences
from gec_attribution.running.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the sources."""
    sources = read_sources(snakemake.input[0], snakemake.params.spec)
    write_sentences(snakemake.output[0], sources)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
