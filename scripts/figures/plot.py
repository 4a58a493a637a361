"""Draw a figure, as the module of `figures` that the rule names draws it.

Reads: input.tables, the CSV files of one evaluation; params.module, params.labels, and
params.options, what the module's `plot` takes besides the table, and params.without, the systems
that it leaves out. Writes: output.pdf, .png, .svg and
.csv.
"""

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from gec_attribution.figures.save import draw_figure
from gec_attribution.running.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and draw the figure."""
    params = snakemake.params
    plot = import_module(f"gec_attribution.figures.{params.module}").plot
    stem = Path(snakemake.output.pdf).with_suffix("")
    draw_figure(
        partial(plot, **params.options),
        snakemake.input.tables,
        params.labels,
        stem,
        without=getattr(params, "without", ()),
    )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
