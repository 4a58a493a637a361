"""Section 4.4: how a metric ranks the systems' corrections of a sentence, against ERRANT's F0.5."""

import numpy as np
import pandas as pd

from gec_attribution.edits.matching import best_reference, f_score
from gec_attribution.experiments.evaluation import Evaluation, Results
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.scores.ends import by_line
from gec_attribution.statistics.differences import differences

# F0.5 is a fraction of counts of edits. Two that are equal may be computed a rounding error (1e-16)
# apart; two that differ, of counts below a thousand, are more than 1e-8 apart.
F_DIGITS = 10


def compute(inputs: Inputs) -> Results:
    """`meta_evaluation` under every metric, and the differences between metrics."""
    references = inputs.references()
    f_scores = []
    for edits in inputs.edits().values():
        best = map(best_reference, edits, references)
        f_scores.append([f_score(counts) for _, counts in best])
    frames = []
    for metric in inputs.metrics:
        ends, evaluation = inputs.evaluation_of_scores(metric)
        frames.append(
            meta_evaluation(evaluation, by_line(ends, "score"), np.array(f_scores))
        )
    table = pd.concat(frames, ignore_index=True)
    # The symmetric accuracy is (1 + τ) / 2: its differences would be those of τ again.
    by_measure = []
    for measure, place in (("accuracy", 0), ("kendall", 2)):
        measured = table.assign(
            measure=measure,
            value=table[measure],
            sources=table["sentences"],
            replicates=[replicates[:, place] for replicates in table["replicates"]],
        )
        by_measure.append(measured)
    compared = differences(pd.concat(by_measure), keys=["measure"])
    return {"meta_evaluation": table, "differences/meta_evaluation": compared}


def meta_evaluation(
    evaluation: Evaluation, scores: np.ndarray, f_scores: np.ndarray
) -> pd.DataFrame:
    """Pairwise accuracy and Kendall's τ over all pairs of systems in each sentence.

    Pairs with equal F0.5 (to `F_DIGITS` digits) say nothing and are dropped, as in the authors'
    code, and so are pairs with an undefined score. `accuracy` is theirs, in which a tie of the
    metric counts as a win of the later system; it depends on the order of the systems. In
    `accuracy_symmetric` a tie is half right, and in `kendall`, (concordant - discordant) / pairs,
    it is neither. The paper's τ is 2 accuracy - 1.

    `scores` are (systems, lines) M(H|S), NaN where undefined; `f_scores` likewise F0.5.

    Returns:
        One row: dataset, metric, accuracy, accuracy_low, accuracy_high, accuracy_symmetric,
        kendall, kendall_low, kendall_high, pairs, sentences (that have a pair), note, ties (of the
        metric), missing (undefined scores), signature, replicates (the three measures in each
        resample).
    """
    first, second = np.triu_indices(len(scores), k=1)
    f_scores = np.round(f_scores, F_DIGITS)
    by_metric = scores[first] - scores[second]
    by_f = f_scores[first] - f_scores[second]
    compared = (by_f != 0) & ~np.isnan(by_metric)
    lines = np.broadcast_to(np.arange(scores.shape[1]), compared.shape)[compared]
    by_metric = by_metric[compared]
    by_f = by_f[compared]
    is_same = (by_metric > 0) == (by_f > 0)
    concordance = np.sign(by_metric) * np.sign(by_f)
    terms = np.column_stack([is_same, (1 + concordance) / 2, concordance])
    # All lines, so that all metrics are resampled alike.
    measured = evaluation.mean(terms, lines, among=np.arange(scores.shape[1]))
    measures = {
        "accuracy": measured.column(0),
        "accuracy_symmetric": measured.value[1],
        "kendall": measured.column(2),
    }
    row = evaluation.row(
        {},
        measures,
        {"pairs": len(lines)},
        ties=int((by_metric == 0).sum()),
        missing=int(np.isnan(scores).sum()),
        replicates=measured.replicates,
    )
    return pd.DataFrame([row]).rename(columns={"sources": "sentences"})
