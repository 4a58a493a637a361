"""Table 2: measure the error and the time of Shapley sampling with a metric.

Reads: input.edits (one M2 file per system); params.entry (the metric's configuration entry),
params.scoring, params.options (min_edits, max_edits, sentences, permutations), params.resamples,
params.seed; the wildcards dataset, metric. Writes: output[0].
"""

from typing import Any

import torch

from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.edits.m2 import edits_of
from gec_attribution.experiments.sampling_error.compute import measure_sampling_error
from gec_attribution.languages import load_language
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.signatures import format_signature


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    torch.set_num_threads(snakemake.threads)
    params = snakemake.params
    runtime = runtime_options(params.scoring)
    systems = [edits_of(path) for path in snakemake.input.edits]
    sample = {key: params.options[key] for key in ("min_edits", "max_edits", "sentences")}
    name = snakemake.wildcards.metric
    metric = load_metric(name, params.entry, **runtime)
    table = measure_sampling_error(
        snakemake.wildcards.dataset,
        name,
        metric,
        systems,
        **sample,
        permutations=params.options["permutations"],
        language=load_language(params.language),
        resamples=params.resamples,
        seed=params.seed,
        signature=format_signature(scored_parts(name, metric.signature())),
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
