"""Draw a figure of an experiment, as its module draws it.

Reads: input.tables, the CSV files of a result; input.style, the study's style file, if it has one;
params.module, params.labels, params.size (width and height) and params.options (what the module's
`plot` takes besides the table).
Writes: output.csv, and the figure in the format of each other output.
"""

from pathlib import Path
from typing import Any

from gec_attribution.experiments.loading import module_of
from gec_attribution.figures.files import draw_figure
from gec_attribution.figures.style import drawn_in
from gec_attribution.pipeline.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and draw the figure."""
    params = snakemake.params
    with drawn_in(snakemake.input.get("style") or None, **params.size):
        draw_figure(
            module_of(params.module).plot,
            snakemake.input.tables,
            params.labels,
            list(map(Path, snakemake.output)),
            options=params.options,
            text=params.text,
        )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
