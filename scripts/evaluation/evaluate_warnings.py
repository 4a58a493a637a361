"""Count what could be scored or attributed only in part on one data set.

Reads: input.edits (one M2 file per system), input.unaligned (the sentences of each whose edits were
not sought), input.coalitions, input.scores (one file per metric), input.reports (one per run of an
explainer); params.systems and params.metrics (their names), params.explained (explainer and whose
correction, of each report), params.coalitions; the wildcard dataset. Writes: output[0].
"""

import json
from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.edits.m2 import iter_edits
from gec_attribution.evaluation.warnings import (
    COLUMNS,
    alignment_warnings,
    edit_warnings,
    scoring_warnings,
)
from gec_attribution.explanations.unread import unread_answers
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.text import iter_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    dataset = snakemake.wildcards.dataset
    coalitions = pd.read_parquet(inputs.coalitions, columns=["line", "pair"])
    counts = {
        system: [len(edits) for _, edits in iter_edits(path)]
        for system, path in zip(params.systems, inputs.edits, strict=True)
    }
    unaligned = {
        system: [int(number) for number in iter_lines(path)]
        for system, path in zip(params.systems, inputs.unaligned, strict=True)
    }
    tables = [
        edit_warnings(dataset, counts, **params.coalitions),
        alignment_warnings(dataset, unaligned, sum(map(len, counts.values()))),
    ]
    for metric, path in zip(params.metrics, inputs.scores, strict=True):
        tables.append(scoring_warnings(dataset, metric, pd.read_parquet(path), coalitions))
    reports = [
        (*names, json.loads(Path(path).read_text(encoding="utf-8")))
        for names, path in zip(params.explained, inputs.reports, strict=True)
    ]
    if rows := unread_answers(reports):
        unread = pd.DataFrame(rows, columns=["warning", "sentences", "of_sentences", "where"])
        unread = unread.assign(dataset=dataset, metric="", signature="")
        tables.append(unread.reindex(columns=COLUMNS))
    write_csv(pd.concat(tables), snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
