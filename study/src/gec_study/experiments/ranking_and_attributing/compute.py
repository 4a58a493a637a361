"""Whether a metric that ranks corrections better attributes better, too.

The paper infers from three metrics that one which agrees more with references as a whole has
attributions that agree more with them.
"""

from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.statistics import bootstrap
from gec_attribution.storage.csv_files import read_tables
from gec_attribution.storage.seeds import seed_from
from gec_study.experiments.inputs import Inputs

MEASURES = ("accuracy", "ts_spearman")
"""Of the rankings: of single corrections, and of systems."""
_ALL = "all"


def compute(inputs: Inputs) -> pd.DataFrame:
    """`ranking_and_attributing` of the rankings, and of the first data set that people judged."""
    return ranking_and_attributing(
        read_tables(inputs.files["rankings"], ["judged", "systems"]),
        read_tables(inputs.files["judgements"][:1]),
        **inputs.resampling,
    )


def ranking_and_attributing(
    rankings: pd.DataFrame, judgements: pd.DataFrame, *, resamples: int = 1000, seed: int = 0
) -> pd.DataFrame:
    """How metrics rank and how they attribute, and the rank correlation of the two.

    Args:
        rankings: rows of the experiment on people's rankings.
        judgements: rows of that on their judgements, on one data set; those of the first method and
            of all edits are used, of the metrics that both have.
        resamples: resamples of the metrics; `enough_to_test` are made, and as many permutations.
        seed: the study's seed.

    Returns:
        A row for each way of judging, set of systems, measure (of `MEASURES`) and metric: judged,
        systems, measure, metric, ranking (the measure), auc with `_low` and `_high`, spearman (the
        same in all rows of metrics that are correlated) with `_low` and `_high`, p (the share of
        permutations whose correlation is as far from 0), p_holm (over all correlations), metrics
        (how many), note (why there is no interval), signature.
    """
    resamples = bootstrap.enough_to_test(resamples)
    own = judgements[(judgements["type"] == _ALL) & judgements["metric"].isin(rankings["metric"])]
    by_first_method = own[own["method"] == own["method"].iloc[0]] if len(own) else own
    areas = by_first_method[["metric", "auc", "auc_low", "auc_high", "signature"]]
    tables, tests = [], []
    for (judged, systems), rows in rankings.groupby(["judged", "systems"], sort=False):
        for measure in MEASURES:
            correlated = rows[["metric", measure]].merge(areas, on="metric")
            correlation = _correlation(
                correlated[measure].to_numpy(), correlated["auc"].to_numpy(), resamples, seed
            )
            tests.append(correlation["p"])
            about = {"judged": judged, "systems": systems, "measure": measure}
            tables.append(
                correlated.rename(columns={measure: "ranking"}).assign(**about, **correlation)
            )
    for table, p in zip(tables, bootstrap.holm(np.array(tests)), strict=True):
        table["p_holm"] = p
    numbers = ["ranking", "auc", "auc_low", "auc_high", "spearman", "spearman_low", "spearman_high"]
    names = ["judged", "systems", "measure", "metric", *numbers, "p", "p_holm", "metrics", "note"]
    return pd.concat(tables, ignore_index=True)[[*names, "signature"]]


def _correlation(x: np.ndarray, y: np.ndarray, resamples: int, seed: int) -> dict[str, Any]:
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
    return {
        "spearman": float(spearman.value),
        "spearman_low": float(spearman.low),
        "spearman_high": float(spearman.high),
        "p": (1 + far.sum()) / (1 + resamples) if known else np.nan,
        "metrics": len(x),
        "note": str(spearman.note).replace("source sentences", "metrics"),
    }
