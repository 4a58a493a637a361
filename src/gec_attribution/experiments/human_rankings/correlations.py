"""Rank correlation, over metrics, of ranking corrections and attributing edits as people do.

From three metrics, the paper infers: the more a metric agrees with references as a whole, the more
its attributions agree with them. Metrics of the same numbers are one.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.rows import Row, result_row
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import format_signature

RANKED_BY = ("accuracy", "ts_spearman")
"""Of the rankings: of single corrections, and of systems."""


def ranking_correlations(
    rankings: pd.DataFrame, predicted: pd.DataFrame, *, resamples: int = 1000, seed: int = 0
) -> pd.DataFrame:
    """Spearman's correlation of how metrics rank and how their attributions predict valid edits.

    Args:
        rankings: rows of `human_rankings`.
        predicted: rows of the experiment on predictors of right edits, of which the area under the
            ROC curve of φ by the first method is used, where people judged.
        resamples: resamples of the metrics; `enough_to_test` are made, and as many permutations.
        seed: the study's seed.

    Returns:
        A row for each way of judging, set of systems and measure (of `RANKED_BY`): judged, systems,
        measure, metrics (their number, those of the same numbers counted once), spearman with
        `_low` and `_high`, p (the share of permutations whose correlation is as far from 0), p_holm
        (over all rows), note (why there is no interval), signature.
    """
    resamples = bootstrap.enough_to_test(resamples)
    used = {"predictor": "phi", "measure": "auc", "truth": "people", "part": "all"}
    by_phi = predicted[(predicted[list(used)] == pd.Series(used)).all(axis=1)]
    areas = by_phi.drop_duplicates("metric")[["metric", "value"]]
    numbers = rankings.merge(areas, on="metric").groupby("metric", sort=False)
    # To three digits, since batches may turn a tie.
    rounded = numbers[[*RANKED_BY, "value"]].agg(lambda values: tuple(values.round(3)))
    areas = areas[areas["metric"].isin(rounded.drop_duplicates().index)]
    rows = []
    for (judged, systems), ranked in rankings.groupby(["judged", "systems"], sort=False):
        both = ranked.merge(areas, on="metric")
        for measure in RANKED_BY:
            x, y = (both[name].to_numpy(dtype=float) for name in (measure, "value"))
            names = {"judged": judged, "systems": systems, "measure": measure}
            rows.append(_correlation(names, x, y, resamples, seed))
    table = pd.DataFrame(rows).drop(columns="sources")
    table["note"] = table["note"].str.replace("source sentences", "metrics")
    table.insert(table.columns.get_loc("p") + 1, "p_holm", bootstrap.holm(table["p"].to_numpy()))
    return table.assign(signature=format_signature({"resamples": resamples, "seed": seed}))


def _correlation(
    names: Mapping[str, str], x: np.ndarray, y: np.ndarray, resamples: int, seed: int
) -> Row:
    """Spearman's correlation over metrics, each of which is resampled as a whole."""
    spearman = bootstrap.correlations(
        x, y, np.arange(len(x)), resamples=resamples, seed=seed_from(seed, "metrics")
    )["spearman"]
    random = np.random.default_rng(seed_from(seed, "permutations of metrics"))
    ranks_x, ranks_y = (pd.Series(values).rank().to_numpy() for values in (x, y))
    orders = random.permuted(np.tile(ranks_y, (resamples, 1)), axis=1)
    # Ranks are halves of integers, so that sums of their products are exact.
    centre = len(x) * ranks_x.mean() * ranks_y.mean() if len(x) else 0.0
    far = np.abs(orders @ ranks_x - centre) >= np.abs(ranks_x @ ranks_y - centre)
    known = not np.isnan(spearman.value)
    p = (1 + far.sum()) / (1 + resamples) if known else np.nan
    return result_row({**names, "metrics": len(x)}, {"spearman": spearman}, {"p": p})
