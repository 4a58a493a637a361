"""Uses of attributions: to review edits, to filter a system's, to combine several systems'.

Definitions are those of docs/statistics.md ("Uses of φ"), written before any number was seen.
"""

from dataclasses import replace

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import the_one
from gec_attribution.experiments.evaluation import Evaluation, Results
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.experiments.uses.combination import combined
from gec_attribution.experiments.uses.corpus import Corpus, Used
from gec_attribution.experiments.uses.filtering import filtered
from gec_attribution.experiments.uses.review import review
from gec_attribution.judging.edits_in_references import References
from gec_attribution.judging.known_edits import PEOPLE, REFERENCES
from gec_attribution.statistics.bootstrap import renumbered
from gec_attribution.statistics.signs import signs_of, without_noise


def compute(inputs: Inputs) -> Results:
    """The results of a data set, under the metrics of the experiment, by the first method."""
    tables = list(inputs.attributions())
    edits = inputs.known_edits(tables[0])
    return uses(
        inputs.evaluation().with_test_resamples(), edits, tables, inputs.references()
    )


def uses(
    evaluation: Evaluation,
    edits: pd.DataFrame,
    attributions: list[pd.DataFrame],
    references: References,
) -> Results:
    """`review`, `filtered` and `combined`, of the edits with an attribution by every metric.

    Args:
        evaluation: evaluation of the data set, with as many resamples as tests need.
        edits: rows of `by_references` or `by_people`. Corrections that people wrote are left out.
        attributions: φ of the same edits by each metric.
        references: the references of each line.

    Returns:
        The three tables by name, each with a column `truth` where edits are called right or wrong.
    """
    evaluation = replace(evaluation, dataset=the_one(edits, "dataset"))
    evaluation = evaluation.signed({"use": "review, filter, combine"})
    is_used = np.all([table["phi"].notna() for table in attributions], axis=0)
    if "rewrite" in edits:
        is_used &= ~edits["rewrite"].to_numpy()
    phi = {}
    signatures = {}
    for table in attributions:
        metric = the_one(table, "metric")
        phi[metric] = without_noise(table["phi"], signs_of(table))[is_used]
        signatures[metric] = evaluation.of(table).signature
    corpus = _corpus(evaluation, edits, references)
    chosen = edits[is_used].copy()
    chosen["right by references"] = chosen[REFERENCES]
    chosen["in a reference"] = chosen["any"]
    right = chosen["any"].to_numpy(dtype=bool)
    decided = np.ones(len(chosen), dtype=bool)
    truth = REFERENCES
    if PEOPLE in chosen:
        share = chosen[PEOPLE].to_numpy()
        right = share > 0.5
        decided = share != 0.5
        chosen["right by people"] = np.where(decided, right, np.nan)
        truth = PEOPLE
    used = Used(chosen, phi, signatures, corpus)
    reviewed = review(evaluation, used.of(decided), right[decided])
    reviewed.insert(1, "truth", truth)
    return {
        "review": reviewed,
        "filtered": filtered(evaluation, used),
        "combined": combined(evaluation, used),
    }


def _corpus(
    evaluation: Evaluation, edits: pd.DataFrame, references: References
) -> Corpus:
    """The references with the source of each line; a line without an edit is its own source."""
    lines = len(references)
    named = edits.drop_duplicates("line")
    source = np.arange(lines) + edits["source"].max() + 1
    source[named["line"].to_numpy() - 1] = named["source"]
    source = renumbered(source)
    return Corpus(references, source, evaluation.folds(source)[0])
