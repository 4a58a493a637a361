"""Attribute the scores of one metric to the edits of every system, with one method.

Reads: input.edits (an M2 file a system), input.coalitions, input.scores; params.systems (their
names), params.method (its configuration entry), params.coalitions, params.seed; the wildcards
dataset, metric and method. Writes: output[0].
"""

from typing import Any

from gec_attribution.attribution import attribute_dataset, load_method
from gec_attribution.games.values import sentences_with_values
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.row_groups import read_attrs, table_writer
from gec_attribution.storage.signatures import format_signature


def main(snakemake: Any) -> None:
    """Unpack the rule and write one row an edit."""
    inputs, params, wildcards = snakemake.input, snakemake.params, snakemake.wildcards
    method = load_method(wildcards.method, params.method, **params.coalitions)
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    signature = {
        "metric": wildcards.metric,
        **read_attrs(inputs.scores).get("signature", {}),
        **method.signature(),
        "seed": params.seed,
    }
    tables = attribute_dataset(
        wildcards.dataset,
        wildcards.metric,
        method,
        sentences_with_values(edits, inputs.coalitions, inputs.scores),
        seed=params.seed,
        signature=format_signature(signature),
    )
    with table_writer(snakemake.output[0]) as write:
        for table in tables:
            write(table)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
