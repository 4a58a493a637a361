"""Contents of an explained corpus: EXCGEC's Table 2, and its edits by type and severity."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from gec_attribution.experiments.evaluation import Evaluation, Results
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.explanations.base import ExplainerInput
from gec_attribution.explanations.corpus import corrections_in
from gec_attribution.explanations.records import (
    WHOLE,
    ExplainedSentence,
    read_explanations,
)
from gec_attribution.languages.zh import CHINESE
from gec_attribution.storage.signatures import format_signature


def compute(inputs: Inputs) -> Results:
    """`corpus_statistics` and `count_explained_edits` of every explained data set."""
    gold = iter(inputs.files["gold"])
    unexplained = iter(inputs.files["unexplained"])
    statistics = []
    edits = []
    for dataset in inputs.settings["datasets"]:
        evaluation = replace(inputs.evaluation(), dataset=dataset)
        if dataset in inputs.settings["explained_datasets"]:
            explained = read_explanations(next(gold)).sentences
            statistics.append(corpus_statistics(evaluation, explained))
            edits.append(count_explained_edits(dataset, explained))
        else:
            pairs = corrections_in(next(unexplained))
            statistics.append(corpus_statistics(evaluation, pairs))
    return {
        "corpus_statistics": pd.concat(statistics),
        "explained_edits": pd.concat(edits),
    }


def corpus_statistics(
    evaluation: Evaluation, sentences: Sequence[ExplainedSentence | ExplainerInput]
) -> pd.DataFrame:
    """Sentences, edits per sentence and characters per source: of each domain, and of all.

    Returns:
        dataset, group (the domain, or `WHOLE`), sentences, edits, edits_low, edits_high,
        characters, characters_low, characters_high (means), changed (share of the sentences with an
        edit), note, signature.
    """
    every = []
    by_domain: dict[str, list[tuple[int, int, bool]]] = {}
    for one in sentences:
        characters = len(CHINESE.unspaced(one.source))
        counts = (len(one.edits or ()), characters, bool(one.edits))
        every.append(counts)
        domain = getattr(one, "domain", None)
        if domain:
            by_domain.setdefault(domain, []).append(counts)
    evaluation = evaluation.signed()
    rows = []
    for name, counts_of_group in [*sorted(by_domain.items()), (WHOLE, every)]:
        terms = np.array(counts_of_group, dtype=np.float64).reshape(-1, 3)
        means = evaluation.mean(terms, np.arange(len(terms)))
        names = {"group": name, "sentences": len(terms)}
        measures = {"edits": means.column(0), "characters": means.column(1)}
        rows.append(evaluation.row(names, measures, {"changed": means.value[2]}))
    return pd.DataFrame(rows).drop(columns="sources")


def count_explained_edits(
    dataset: str, sentences: Sequence[ExplainedSentence]
) -> pd.DataFrame:
    """Numbers of edits by type and severity, of those that occur.

    Returns:
        dataset, type, severity, edits, signature; in no particular order.
    """
    kinds = []
    for sentence in sentences:
        explanations = [edit.explanation for edit in sentence.edits]
        kinds += [(one.type, one.severity) for one in explanations]
    table = pd.DataFrame(kinds, columns=["type", "severity"]).assign(dataset=dataset)
    counted = table.groupby(["dataset", "type", "severity"]).size()
    return counted.reset_index(name="edits").assign(signature=format_signature({}))
