"""Attribute the scores of one metric to the edits of every system, with one method.

Reads: input.edits (an M2 file a system), input.coalitions, input.scores; params.systems (their
names), params.method (its configuration entry), params.coalitions, params.seed; the wildcards
dataset, metric and method. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.attribution import attribute_dataset, load_method
from gec_attribution.files import write_atomically
from gec_attribution.scripting import run_script
from gec_attribution.signature import format_signature
from gec_attribution.value_tables import sentences_with_values


def main(snakemake: Any) -> None:
    """Unpack the rule and write one row an edit."""
    inputs, params, wildcards = snakemake.input, snakemake.params, snakemake.wildcards
    method = load_method(wildcards.method, params.method, **params.coalitions)
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    of_metric = pd.read_parquet(inputs.scores, columns=["pair"]).attrs.get("signature", {})
    signature = {
        "metric": wildcards.metric,
        **of_metric,
        **method.signature(),
        "seed": params.seed,
    }
    table = attribute_dataset(
        wildcards.dataset,
        wildcards.metric,
        method,
        sentences_with_values(edits, inputs.coalitions, inputs.scores),
        seed=params.seed,
        signature=format_signature(signature),
    )
    with write_atomically(snakemake.output[0]) as temporary:
        table.to_parquet(temporary, index=False)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
