"""Attribute the scores of one metric to the edits of every system, by every method.

Reads: input.edits (one M2 file per system), input.extraction (what each depends on, as JSON),
input.coalitions, input.scores; params.systems (their names), params.methods (their configuration
entries), params.coalitions, params.language, params.seed; the wildcards dataset and metric.
Writes: output, one file per method.
"""

from typing import Any

from gec_attribution.attribution import load_method
from gec_attribution.attribution.dataset import attribute_dataset
from gec_attribution.attribution.signatures import joint_signature, record_signature
from gec_attribution.games.values import sentences_with_values
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.json_files import read_json
from gec_attribution.storage.parquet_files import read_attrs, write_parquet


def main(snakemake: Any) -> None:
    """Unpack the rule and write one row per edit."""
    inputs, params, wildcards = snakemake.input, snakemake.params, snakemake.wildcards
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    scored_by = read_attrs(inputs.scores).get("signature", {})
    extraction = joint_signature(map(read_json, inputs.extraction))
    for path, (name, entry) in zip(snakemake.output, params.methods.items(), strict=True):
        method = load_method(name, entry, **params.coalitions)
        table = attribute_dataset(
            wildcards.dataset,
            wildcards.metric,
            method,
            sentences_with_values(edits, inputs.coalitions, inputs.scores),
            language=load_language(params.language),
            seed=params.seed,
            signature=record_signature(
                metric=wildcards.metric,
                scored_by=scored_by,
                method=method,
                language=params.language,
                edits=extraction,
                seed=params.seed,
            ),
        )
        write_parquet(table, path)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
