"""Extract the edits between sources and corrected sentences, line by line, as M2."""

from typing import Any

from gec_attribution.edits import AnnotatedSentence, write_m2
from gec_attribution.extraction import load_extractor
from gec_attribution.scripting import run_script
from gec_attribution.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the M2 file."""
    sources = read_lines(snakemake.input.sources)
    corrected = read_lines(snakemake.input.corrected)
    extractor = load_extractor(snakemake.params.language, snakemake.params.pipeline)
    edits = extractor.extract(zip(sources, corrected, strict=True))
    annotated = zip(sources, edits, strict=True)
    write_m2(
        snakemake.output[0], [AnnotatedSentence(source, {0: own}) for source, own in annotated]
    )


run_script(main, snakemake)  # noqa: F821
