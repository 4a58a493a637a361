"""How related ways to weigh edits agree with Shapley values of the same edits.

Reads: input.edits (one M2 file per system), input.extraction, input.sources, input.references,
input.attributions (Shapley values, of each metric); params.forms (name to `metric` and `method`),
params.metrics (their names), params.shapley (its entry), params.coalitions, params.sentences,
params.max_edits, params.language, params.scoring, params.store, params.resamples, params.seed.
Writes: output[0].
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import torch

from gec_attribution.attribution import load_method
from gec_attribution.attribution.signatures import joint_signature, record_signature
from gec_attribution.corpora.files import references_by_source
from gec_attribution.edits.m2 import edits_of
from gec_attribution.experiments.related_forms.compute import (
    SAME_METRIC,
    Weights,
    look_up,
    related_forms,
    weigh,
)
from gec_attribution.languages import load_language
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.running.scripts import run_script
from gec_attribution.scores.engine import score_pairs
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.timing.direct_scoring import draw_sentences


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    torch.set_num_threads(snakemake.threads)
    inputs, params = snakemake.input, snakemake.params
    language = load_language(params.language)
    sentences = draw_sentences(
        map(edits_of, inputs.edits),
        min_edits=2,
        max_edits=params.max_edits,
        language=language,
        seed=params.seed,
    )[: params.sentences]
    extraction = [json.loads(Path(path).read_text("utf-8")) for path in inputs.extraction]
    references = references_by_source(inputs.sources, inputs.references, language)
    attributed = {
        metric: look_up(sentences, pd.read_parquet(path))
        for metric, path in zip(params.metrics, inputs.attributions, strict=True)
    }
    forms: dict[str, Weights] = {}
    shapley: dict[str, dict[str, Weights]] = {}
    for name, form in params.forms.items():
        metric = load_metric(name, form["metric"], **runtime_options(params.scoring))
        metric.references = references

        def score(sources: Any, texts: Any, metric: Any = metric) -> np.ndarray:
            return score_pairs(metric, sources, texts, params.store)["score"].to_numpy()

        def weights(method: Any, metric: Any = metric, score: Any = score) -> Weights:
            signature = record_signature(
                metric=metric.name,
                scored_by=metric.signature(),
                method=method,
                language=params.language,
                edits=joint_signature(extraction),
                seed=params.seed,
            )
            return weigh(sentences, method, score, signature)

        coalitions = {**params.coalitions, "max_edits": params.max_edits}
        forms[name] = weights(load_method(name, form["method"], **coalitions))
        own = weights(load_method("shapley", params.shapley, **coalitions))
        shapley[name] = {SAME_METRIC: own, **attributed}
    table = related_forms(
        *(snakemake.wildcards.dataset, sentences, forms, shapley),
        resamples=params.resamples,
        seed=params.seed,
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
