"""Find which edits of every system depend on each other under one metric.

Reads: input.edits (an M2 file a system), input.extraction (what moved each, as JSON),
input.coalitions, input.scores; params.systems (their names), params.max_edits, params.language; the
wildcards dataset and metric. Writes: output[0].
"""

from typing import Any

from gec_attribution.attribution.pairs import pairs_of_dataset
from gec_attribution.attribution.signatures import interactions_signature, joint_signature
from gec_attribution.games.values import sentences_with_values
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.json_files import read_json
from gec_attribution.storage.parquet_files import read_attrs, write_parquet


def main(snakemake: Any) -> None:
    """Unpack the rule and write one row a pair of edits."""
    inputs, params, wildcards = snakemake.input, snakemake.params, snakemake.wildcards
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    table = pairs_of_dataset(
        wildcards.dataset,
        wildcards.metric,
        sentences_with_values(edits, inputs.coalitions, inputs.scores),
        max_edits=params.max_edits,
        language=load_language(params.language),
        signature=interactions_signature(
            metric=wildcards.metric,
            scored_by=read_attrs(inputs.scores).get("signature", {}),
            max_edits=params.max_edits,
            language=params.language,
            edits=joint_signature(map(read_json, inputs.extraction)),
        ),
    )
    write_parquet(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
