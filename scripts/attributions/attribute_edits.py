"""Attribute the scores of one metric to the edits of every system, with one method.

Reads: input.edits (one M2 file per system), input.extraction (what each depends on, as JSON),
input.coalitions, input.scores; params.systems (their names), params.method (its configuration
entry), params.coalitions, params.language, params.seed; the wildcards dataset, metric and method.
Writes: output[0].
"""

from typing import Any

from gec_attribution.attribution import load_method
from gec_attribution.attribution.dataset import attribute_dataset
from gec_attribution.attribution.signatures import joint_signature, record_signature
from gec_attribution.games.values import sentences_with_values
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.json_files import read_json
from gec_attribution.storage.row_groups import read_attrs, table_writer


def main(snakemake: Any) -> None:
    """Unpack the rule and write one row per edit."""
    inputs, params, wildcards = snakemake.input, snakemake.params, snakemake.wildcards
    method = load_method(wildcards.method, params.method, **params.coalitions)
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    tables = attribute_dataset(
        wildcards.dataset,
        wildcards.metric,
        method,
        sentences_with_values(edits, inputs.coalitions, inputs.scores),
        language=load_language(params.language),
        seed=params.seed,
        signature=record_signature(
            metric=wildcards.metric,
            scored_by=read_attrs(inputs.scores).get("signature", {}),
            method=method,
            language=params.language,
            edits=joint_signature(map(read_json, inputs.extraction)),
            seed=params.seed,
        ),
    )
    with table_writer(snakemake.output[0]) as write:
        for table in tables:
            write(table)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
