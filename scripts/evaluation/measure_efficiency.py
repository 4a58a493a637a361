"""Figure 5: measure the time to attribute a sentence with a metric.

Reads: input.edits (one M2 file per system); params.entry (the metric's configuration entry),
params.methods (name to configuration entry), params.scoring, params.options (max_edits, sentences),
params.resamples, params.seed; the wildcards dataset, metric. Writes: output[0].
"""

from typing import Any

import torch

from gec_attribution.attribution import load_method
from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.edits.m2 import edits_of
from gec_attribution.experiments.efficiency.compute import measure_efficiency
from gec_attribution.languages import load_language
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.signatures import format_signature
from gec_attribution.timing.devices import describe_device


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    torch.set_num_threads(snakemake.threads)
    params = snakemake.params
    runtime = runtime_options(params.scoring)
    # Every sentence measured gets all its coalitions, even above the study's limit.
    max_edits = params.options["max_edits"]
    methods = [
        load_method(name, entry, max_edits=max_edits, above_max_edits="skip")
        for name, entry in params.methods.items()
    ]
    systems = [edits_of(path) for path in snakemake.input.edits]
    name = snakemake.wildcards.metric
    metric = load_metric(name, params.entry, **runtime)
    table = measure_efficiency(
        snakemake.wildcards.dataset,
        name,
        metric,
        methods,
        systems,
        max_edits=max_edits,
        sentences=params.options["sentences"],
        device=describe_device(params.scoring["device"]),
        language=load_language(params.language),
        resamples=params.resamples,
        seed=params.seed,
        signature=format_signature(scored_parts(name, metric.signature())),
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
