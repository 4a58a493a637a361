"""Loss curves of the embedded models.

Reads: the trainings' curves, named in input. Writes: output.pdf, .png, .svg and .csv.
"""

from pathlib import Path
from typing import Any

import pandas as pd

from gec_study.figure_files import save_figure
from gec_study.scripts import run_script
from gec_training.loop.curves import read_curves
from gec_training.loop.losses import plot


def main(snakemake: Any) -> None:
    """Unpack the rule and draw the figure."""
    curves = [
        read_curves(path).assign(training=name.replace("_", " "))
        for name, path in snakemake.input.items()
    ]
    table = pd.concat(curves, ignore_index=True)[["training", "curve", "step", "loss"]]
    stem = Path(snakemake.output.pdf).with_suffix("")
    save_figure(plot(table), table, stem)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
