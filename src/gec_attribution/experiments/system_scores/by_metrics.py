"""Mean scores that a metric gave each system, and their differences to the first system's."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from gec_attribution.scores.ends import by_line
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.rows import result_row
from gec_attribution.storage.signatures import format_signature
from gec_attribution.tables.labels import UNCHANGED


def metric_scores(
    dataset: str,
    metric: str,
    systems: Sequence[str],
    scores: np.ndarray,
    *,
    resamples: int = bootstrap.TEST_RESAMPLES,
    seed: int = 0,
    signature: dict[str, object] | None = None,
) -> pd.DataFrame:
    """Mean scores of the unchanged source and of every system, and paired differences.

    A sentence that a system left as it is counts with the score of the source. Means and
    differences are over the same sentences, those of which the source and every system have a
    score: a single one that only some systems have can put their means into another order than
    their differences.

    Args:
        dataset: its name.
        metric: the metric's name.
        systems: their names, in the order of the study; the others are compared with the first.
        scores: (1 + systems, lines) M(S|S) and then M(H|S) of each system, NaN where undefined.
        resamples: bootstrap resamples behind each interval and test.
        seed: the study's seed.
        signature: dependencies of the scores.

    Returns:
        One row for `UNCHANGED` and each system: dataset, metric, system, mean, low, high, sentences
        (with a score under all), left_out (the others), undefined (sentences without a score of
        this system), other_system (the first one), difference (mean score minus its mean score),
        difference_low, difference_high, p (of a difference of zero), p_holm (corrected for all rows
        of the table), sources (behind the difference), note (why the mean has no interval),
        signature. The comparison of the first system with itself is NaN.
    """
    scores = np.asarray(scores, dtype=float)
    common = ~np.isnan(scores).any(axis=0)
    comparable = np.where(common, scores, np.nan)
    names = [UNCHANGED, *systems]
    resamples = bootstrap.enough_to_test(resamples)
    means, paired = (
        _mean(values, **bootstrap.resampling_of(dataset, resamples, seed))
        for values in (comparable, comparable - comparable[1])
    )
    is_first = np.array([name == systems[0] for name in names])
    p = np.where(is_first, np.nan, paired.p)
    counts = {
        "sentences": means.sources,
        "left_out": int((~common).sum()),
        "undefined": np.isnan(scores).sum(axis=1),
        "other_system": systems[0],
        **{
            name: np.where(is_first, np.nan, numbers)
            for name, numbers in paired.columns("difference", "difference_").items()
        },
        "p": p,
        "p_holm": bootstrap.holm(p),
    }
    depends_on = {**(signature or {}), "resamples": resamples, "seed": seed}
    row = result_row(
        {"dataset": dataset, "metric": metric, "system": names},
        means,
        counts,
        "mean",
        signature=format_signature(depends_on),
    )
    return pd.DataFrame(row)


def scores_by_line(ends: pd.DataFrame) -> np.ndarray:
    """M(S|S) and then M(H|S) of each system: (1 + systems, lines), NaN where there is none.

    Args:
        ends: rows of `scores.ends.Ends`.
    """
    # Of a source that was scored for any system.
    baseline = np.fmax.reduce(by_line(ends, "baseline"))
    return np.vstack([baseline, by_line(ends, "score")])


def _mean(values: np.ndarray, *, resamples: int, seed: int) -> bootstrap.Resampled:
    """The mean of each row of `values` (rows, lines), of those that are defined."""
    defined = ~np.isnan(values.T)
    terms = np.where(defined, values.T, 0.0)
    lines = np.arange(values.shape[1])
    return bootstrap.ratio(terms, defined.astype(float), lines, resamples=resamples, seed=seed)
