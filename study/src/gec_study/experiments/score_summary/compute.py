"""What was scored: how many pairs, and how many of them were undefined, cut or gated."""

import numpy as np
import pandas as pd

from gec_attribution.storage.signatures import format_signature
from gec_study.experiments.inputs import Inputs


def compute(inputs: Inputs) -> pd.DataFrame:
    """`score_summary` of one metric."""
    (metric,) = inputs.metrics
    return score_summary(inputs.dataset, metric, pd.read_parquet(inputs.scores(metric)))


def score_summary(dataset: str, metric: str, scores: pd.DataFrame) -> pd.DataFrame:
    """One row about the scores of a metric on a data set.

    Args:
        dataset: its name.
        metric: its name.
        scores: one row per distinct pair: score, and the metric's components where it has them; the
            signature is in `attrs`.

    Returns:
        dataset, metric, pairs, mean, sd (of the scores), undefined, truncated (pairs of which the
        model read a part), gated (pairs that IMPARA's gate set to 0; both NaN where the metric does
        not say), signature.
    """
    row = {
        "dataset": dataset,
        "metric": metric,
        "pairs": len(scores),
        "mean": scores["score"].mean(),
        "sd": scores["score"].std(ddof=0),
        "undefined": int(scores["score"].isna().sum()),
        "truncated": scores["truncated"].sum() if "truncated" in scores else np.nan,
        "gated": (scores["gate"] == 0).sum() if "gate" in scores else np.nan,
        "signature": format_signature({"metric": metric, **scores.attrs.get("signature", {})}),
    }
    return pd.DataFrame([row])
