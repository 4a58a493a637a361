"""Score what methods with a tolerance ask for after the coalitions that were planned.

Reads: input.edits (one M2 file per system); params.systems (their names), params.scored (name and
entry of the metric that is scored), params.component (the column that is the metric's score),
params.methods (name to configuration entry), params.coalitions, params.scoring, params.language,
params.store, params.seed. Writes: output[0].
"""

from typing import Any

import torch

from gec_attribution.attribution import load_method
from gec_attribution.attribution.rounds import later_rounds
from gec_attribution.edits.m2 import iter_edits
from gec_attribution.languages import load_language
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.scores.engine import scorer
from gec_attribution.storage.row_groups import table_writer
from gec_study.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the values of all systems."""
    torch.set_num_threads(snakemake.threads)
    params = snakemake.params
    name, entry = params.scored
    metric = load_metric(name, entry, **runtime_options(params.scoring))
    frames = later_rounds(
        dict(zip(params.systems, map(iter_edits, snakemake.input.edits), strict=True)),
        [load_method(name, entry, **params.coalitions) for name, entry in params.methods.items()],
        scorer(metric, params.component, params.store),
        load_language(params.language),
        params.seed,
    )
    with table_writer(snakemake.output[0]) as write:
        for frame in frames:
            write(frame)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
