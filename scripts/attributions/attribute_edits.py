"""Attribute the scores of one metric to the edits of every system, by every method.

Reads: input.games, input.coalitions, input.scores; params.systems (their names), params.methods
(their configuration entries), params.coalitions, params.language, params.seed, params.weights (of
the components that the score sums; None where it sums none); the wildcards dataset and metric.
Writes: output.records, the records of all sentences; made from these, output.attributions, one
table per method, and output.sentences, a listing with the attributions of the first; and
output.interactions of a rule that has it.
"""

from functools import partial
from typing import Any

from gec_attribution.attribution import load_method
from gec_attribution.attribution.dataset import AttributionTable, explained_dataset
from gec_attribution.attribution.explained import ScoredBy
from gec_attribution.attribution.listing import Listing
from gec_attribution.attribution.pairs import pairs_of_dataset
from gec_attribution.attribution.record_files import writing_records
from gec_attribution.attribution.signatures import (
    interactions_signature,
    joint_signature,
    record_signature,
)
from gec_attribution.games.values import parts_of, sentences_with_values
from gec_attribution.languages import load_language
from gec_attribution.metrics.notes import stored_note
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.csv_files import for_spreadsheets, write_csv
from gec_attribution.storage.parquet_files import read_attrs, write_parquet


def main(snakemake: Any) -> None:
    """Unpack the rule and write records, and tables with a row per edit, sentence and pair."""
    inputs = snakemake.input
    params = snakemake.params
    output = snakemake.output
    dataset = snakemake.wildcards.dataset
    metric = snakemake.wildcards.metric
    files = inputs.games, inputs.coalitions, inputs.scores
    language = load_language(params.language)
    scored_by: Any = read_attrs(inputs.scores).get("signature", {})
    signed = {
        "metric": metric,
        "scored_by": scored_by,
        "language": params.language,
        "edits": joint_signature(read_attrs(inputs.games)["signatures"].values()),
    }
    methods = [
        load_method(name, entry, **params.coalitions)
        for name, entry in params.methods.items()
    ]
    tables = {}
    for method in methods:
        signature = record_signature(method=method, seed=params.seed, **signed)
        tables[method.name] = AttributionTable(
            dataset, metric, method.name, signature, params.systems
        )
    listing = Listing(params.systems)
    records = explained_dataset(
        dataset,
        sentences_with_values(*files, params.systems, parts=parts_of(inputs.scores)),
        methods,
        ScoredBy(
            name=metric,
            weights=params.weights or {},
            note=partial(stored_note, signature=scored_by),
            signature=lambda method, _exact: tables[method.name].signature,
        ),
        language=language,
        seed=params.seed,
    )
    with writing_records(output.records) as write:
        for record in records:
            write(record)
            tables[record.method].add(record)
            if record.method == methods[0].name:
                listing.add(record)
    for path, table in zip(output.attributions, tables.values(), strict=True):
        write_parquet(table.frame(), path)
    write_csv(for_spreadsheets(listing.frame()), output.sentences)
    if output.get("interactions"):
        most = params.coalitions["exact_up_to"]
        pairs = pairs_of_dataset(
            dataset,
            metric,
            sentences_with_values(*files, params.systems),
            exact_up_to=most,
            language=language,
            signature=interactions_signature(exact_up_to=most, **signed),
        )
        write_parquet(pairs, output.interactions)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
