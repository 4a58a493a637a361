"""Figure 3: consistency of each method.

Reads: input.tables, params.labels. Writes: output.pdf, .png, .svg and .csv.
"""

from pathlib import Path
from typing import Any

from gec_attribution.figures.consistency import plot
from gec_attribution.figures.save import draw_figure
from gec_attribution.running.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and draw the figure."""
    params = snakemake.params
    stem = Path(snakemake.output.pdf).with_suffix("")
    draw_figure(plot, snakemake.input.tables, params.labels, stem)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
