"""Write the explorer of a study.

Reads: the files of params.datasets; params.study and params.labels name what is shown. Writes:
output[0], a folder.
"""

from typing import Any

from gec_attribution.pages.explorer.folder import write_explorer
from gec_attribution.pipeline.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the folder."""
    params = snakemake.params
    write_explorer(
        snakemake.output[0],
        params.datasets,
        study=params.study,
        labels=params.labels,
    )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
