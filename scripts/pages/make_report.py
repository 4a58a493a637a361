"""Write the report of a study: one page with its tables and figures.

Reads: input.results (figures as SVG, the cells of tables as JSON, each beside its other formats),
input.provenance; params.study, params.results (a description of each), params.labels (of data sets,
systems, metrics and methods), params.facts (the origin of the numbers). Writes: output[0].
"""

import json
from pathlib import Path
from typing import Any

from gec_attribution.pipeline.report import write_report
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.pipeline.surroundings import software_facts


def main(snakemake: Any) -> None:
    """Unpack the rule and write the page."""
    params = snakemake.params
    provenance = json.loads(Path(snakemake.input.provenance).read_text("utf-8"))
    write_report(
        snakemake.output[0],
        params.results,
        study=params.study,
        labels=params.labels,
        facts=params.facts | software_facts(provenance["jobs"]),
    )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
