"""Table 1: one sentence, cut at its edits, with the attributions of a metric and its components.

Reads: input.edits (M2 of the system), input.extraction, input.coalitions, input.scores,
input.sources; params.case (system, line from 1, method), params.columns (`score` or components),
params.weights (of components in the score, or None), params.method, params.coalitions,
params.language, params.seed; the wildcards dataset and metric. Writes: output[0].
"""

import json
from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.attribution import load_method
from gec_attribution.attribution.signatures import record_signature
from gec_attribution.experiments.case_study.compute import attribute_parts, case_study
from gec_attribution.games.values import sentences_with_values
from gec_attribution.languages import load_language
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.row_groups import read_attrs
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params, wildcards = snakemake.input, snakemake.params, snakemake.wildcards
    case, language = params.case, load_language(params.language)
    method = load_method(case["method"], params.method, **params.coalitions)
    scored_by = read_attrs(inputs.scores).get("signature", {})
    sentences = {
        column: sentences_with_values(
            {case["system"]: inputs.edits}, inputs.coalitions, inputs.scores, column
        )
        for column in params.columns
    }
    signatures = {
        column: record_signature(
            metric=wildcards.metric,
            scored_by=scored_by if column == "score" else {**scored_by, "component": column},
            method=method,
            language=params.language,
            edits=json.loads(Path(inputs.extraction).read_text("utf-8")),
            seed=params.seed,
        )
        for column in params.columns
    }
    attributions = attribute_parts(
        *(wildcards.dataset, wildcards.metric, method, sentences),
        line=case["line"],
        language=language,
        seed=params.seed,
        signatures=signatures,
        weights=params.weights,
    )
    shown = {"system": case["system"], "line": case["line"], "language": language}
    sources = read_lines(inputs.sources)
    tables = [
        case_study(rows, sources, **shown) for _, rows in attributions.groupby("metric", sort=False)
    ]
    # Without an edit there are no rows, which `case_study` says.
    write_csv(
        pd.concat(tables) if tables else case_study(attributions, sources, **shown),
        snakemake.output[0],
    )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
