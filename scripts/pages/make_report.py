"""Write the report of a study: one page with its tables and figures.

Reads: input.results (figures as SVG, the cells of tables as JSON, each beside its other formats);
params.study, params.results (a description of each), params.labels (of data sets, systems, metrics
and methods) and params.facts (the origin of the numbers). Writes: output[0].
"""

from importlib.metadata import version
from typing import Any

from gec_attribution.pipeline.report import write_report
from gec_attribution.pipeline.scripts import run_script

LIBRARIES = ("gec-attribution", "snakemake", "torch", "transformers", "spacy", "errant")


def main(snakemake: Any) -> None:
    """Unpack the rule and write the page."""
    params = snakemake.params
    write_report(
        snakemake.output[0],
        params.results,
        study=params.study,
        labels=params.labels,
        facts=params.facts
        | {"Versions": ", ".join(f"{name} {version(name)}" for name in LIBRARIES)},
    )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
