"""Rank correlation, over metrics, of ranking corrections and attributing edits as people do.

From three metrics, the paper infers: the more a metric agrees with references as a whole, the more
its attributions agree with them. Metrics of the same numbers are one.
"""

import numpy as np
import pandas as pd

from gec_attribution.experiments.evaluation import Evaluation, Row
from gec_attribution.statistics.bootstrap import Resampling, with_holm
from gec_attribution.storage.seeds import seed_from

RANKED_BY = ("accuracy", "ts_spearman")
"""Of the rankings: of single corrections, and of systems."""
PREDICTED = ["predictor", "measure", "truth", "part", "metric", "value"]
"""Columns that are read of the predictors of right edits."""


def ranking_correlations(
    evaluation: Evaluation, rankings: pd.DataFrame, predicted: pd.DataFrame
) -> pd.DataFrame:
    """Spearman's correlation of how metrics rank and how their attributions predict valid edits.

    Of the predictors of right edits (`predicted`), the area under the ROC curve of φ by the first
    method is used, where people judged. As many permutations as resamples are made.

    Returns:
        A row for each way of judging, set of systems and measure (of `RANKED_BY`): judged, systems,
        measure, metrics (their number, those of the same numbers counted once), spearman with
        `_low` and `_high`, p (the share of permutations whose correlation is as far from 0), p_holm
        (over all rows), note, signature.
    """
    evaluation = evaluation.signed()
    used = {"predictor": "phi", "measure": "auc", "truth": "people", "part": "all"}
    by_phi = predicted[(predicted[list(used)] == pd.Series(used)).all(axis=1)]
    areas = by_phi.drop_duplicates("metric")[["metric", "value"]]
    numbers = rankings.merge(areas, on="metric").groupby("metric", sort=False)
    # Three digits, since a batch moves the last ones, which may break a tie.
    rounded = numbers[[*RANKED_BY, "value"]].agg(lambda values: tuple(values.round(3)))
    areas = areas[areas["metric"].isin(rounded.drop_duplicates().index)]
    rows = []
    for (judged, systems), ranked in rankings.groupby(["judged", "systems"], sort=False):
        both = ranked.merge(areas, on="metric")
        for measure in RANKED_BY:
            x, y = (both[name].to_numpy(dtype=float) for name in (measure, "value"))
            names = {"judged": judged, "systems": systems, "measure": measure, "metrics": len(x)}
            rows.append(evaluation.row(names, *_correlation(evaluation, x, y)))
    table = pd.DataFrame(rows).drop(columns="sources")
    table["note"] = table["note"].str.replace("source sentences", "metrics")
    return with_holm(table)


def _correlation(evaluation: Evaluation, x: np.ndarray, y: np.ndarray) -> tuple[Row, Row]:
    """Spearman's correlation over metrics, each of which is resampled as a whole, and its p."""
    resamples, seed = evaluation.resamples, evaluation.seed
    sampling = Resampling(resamples=resamples, seed=seed_from(seed, "metrics"))
    spearman = sampling.correlations(x, y, np.arange(len(x)))["spearman"]
    random = np.random.default_rng(seed_from(seed, "permutations of metrics"))
    ranks_x, ranks_y = (pd.Series(values).rank().to_numpy() for values in (x, y))
    orders = random.permuted(np.tile(ranks_y, (resamples, 1)), axis=1)
    # Ranks are halves of integers, so that sums of their products are exact.
    centre = len(x) * ranks_x.mean() * ranks_y.mean() if len(x) else 0.0
    far = np.abs(orders @ ranks_x - centre) >= np.abs(ranks_x @ ranks_y - centre)
    is_defined = not np.isnan(spearman.value)
    p = (1 + far.sum()) / (1 + resamples) if is_defined else np.nan
    return {"spearman": spearman}, {"p": p}
