"""What a study cost: its coalitions and its scoring.

Reads: input.edits, input.coalitions, input.pairs, input.scores; params.datasets (for each data
set how many M2 files it has), params.metrics, params.jobs (what Snakemake measured of the scoring
jobs), params.max_edits. Writes: output.coalitions, output.scoring.
"""

from typing import Any

from gec_attribution.benchmarks.costs import coalition_costs, scoring_costs
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write both tables."""
    inputs, params = snakemake.input, snakemake.params
    edits = iter(inputs.edits)
    edits_of = {name: [next(edits) for _ in range(n)] for name, n in params.datasets.items()}
    coalitions = dict(zip(params.datasets, inputs.coalitions, strict=True))
    pairs = dict(zip(params.datasets, inputs.pairs, strict=True))
    write_csv(
        coalition_costs(edits_of, coalitions, pairs, params.max_edits), snakemake.output.coalitions
    )
    jobs = _by_metric(params.jobs, params.metrics)
    scores = _by_metric(inputs.scores, params.metrics)
    write_csv(scoring_costs(jobs, inputs.pairs, scores), snakemake.output.scoring)


def _by_metric(paths: list[str], metrics: list[str]) -> dict[str, list[str]]:
    """The paths of each metric, which come metric by metric, equally many of each."""
    each = len(paths) // len(metrics)
    return {metric: paths[i * each : (i + 1) * each] for i, metric in enumerate(metrics)}


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
