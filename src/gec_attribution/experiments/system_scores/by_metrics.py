"""Mean scores that a metric gave each system, and their differences to the first system's."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.scores.ends import by_line
from gec_attribution.statistics import bootstrap
from gec_attribution.tables.labels import UNCHANGED


def metric_scores(
    evaluation: Evaluation, systems: Sequence[str], scores: np.ndarray
) -> pd.DataFrame:
    """Mean scores of the unchanged source and of every system, and paired differences.

    A sentence that a system left as it is counts with the score of the source. Means and
    differences are over the same sentences, those of which the source and every system have a
    score: a single one that only some systems have can put their means into another order than
    their differences.

    Args:
        evaluation: of the data set by a metric.
        systems: their names, in the order of the study; the others are compared with the first.
        scores: (1 + systems, lines) M(S|S) and then M(H|S) of each system, NaN where undefined.

    Returns:
        One row for `UNCHANGED` and each system: dataset, metric, system, mean, low, high, sentences
        (with a score under all), left_out (the others), undefined (sentences without a score of
        this system), other_system (the first one), difference (mean score minus its mean score),
        difference_low, difference_high, p (of a difference of zero), p_holm (corrected for all rows
        of the table), sources (behind the difference), note (why the mean has no interval),
        signature. The comparison of the first system with itself is NaN.
    """
    scores = np.asarray(scores, dtype=float)
    every, common = np.arange(scores.shape[1]), np.flatnonzero(~np.isnan(scores).any(axis=0))
    comparable = scores[:, common].T
    names = [UNCHANGED, *systems]
    means, paired = (
        evaluation.mean(values, common, among=every)
        for values in (comparable, comparable - comparable[:, [1]])
    )
    is_first = np.array([name == systems[0] for name in names])
    p = np.where(is_first, np.nan, paired.p)
    counts = {
        "sentences": means.sources,
        "left_out": len(every) - len(common),
        "undefined": np.isnan(scores).sum(axis=1),
        "other_system": systems[0],
        **{
            name: np.where(is_first, np.nan, numbers)
            for name, numbers in paired.columns("difference", "difference_").items()
        },
        "p": p,
        "p_holm": bootstrap.holm(p),
    }
    return pd.DataFrame(evaluation.row({"system": names}, means, counts, "mean"))


def scores_by_line(ends: pd.DataFrame) -> np.ndarray:
    """M(S|S) and then M(H|S) of each system: (1 + systems, lines), NaN where there is none.

    Args:
        ends: rows of `scores.ends.Ends`.
    """
    # The score of a source, from any system for which the source was scored.
    baseline = np.fmax.reduce(by_line(ends, "baseline"))
    return np.vstack([baseline, by_line(ends, "score")])
