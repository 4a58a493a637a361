"""Figure 6: what share of a correction's effect a metric gives to a type of error (section 5.1)."""

import pandas as pd

from gec_attribution.attribution.edit_tables import count_sampled
from gec_attribution.edits.error_types import main_type
from gec_attribution.experiments.evaluation import Evaluation, Results
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.statistics.bootstrap import with_holm
from gec_attribution.statistics.differences import differences


def compute(inputs: Inputs) -> Results:
    """`bias` under every metric, corrected together, and the differences between metrics."""
    evaluation = inputs.evaluation().with_test_resamples()
    fewest = inputs.options["min_frequency"]
    tables = [
        bias(evaluation, attributions, min_frequency=fewest)
        for attributions in inputs.attributions()
    ]
    table = with_holm(pd.concat(tables, ignore_index=True))
    return {"bias": table, "differences/bias": between_metrics(table)}


def between_metrics(table: pd.DataFrame) -> pd.DataFrame:
    """Differences of the means between metrics, of the types that every metric has a mean of.

    `table` has rows of `bias` of all metrics. Columns are those of `statistics.differences`, with
    `type`; Holm's correction is over all types and pairs of metrics.
    """
    metrics = table["metric"].nunique()
    has_all = table.groupby("type")["metric"].transform("nunique") == metrics
    return differences(table[has_all].rename(columns={"mean": "value"}), keys=["type"])


def bias(
    evaluation: Evaluation, attributions: pd.DataFrame, *, min_frequency: int
) -> pd.DataFrame:
    """Mean normalised attribution by type of error, by one metric and method, all systems together.

    Returns:
        One row per type of `min_frequency` attributed edits or more, sorted by type: dataset,
        metric, type, mean, low, high, p (of a mean of zero), edits, sources (with such an edit),
        note, sampled_sentences and sampled_edits (of these edits, those of sampled attribution),
        missing (edits without attribution that is used, all types), signature, replicates (the mean
        in each resample, for `differences`).
    """
    evaluation = evaluation.of(attributions, min_frequency=min_frequency, sampled=True)
    defined = attributions.dropna(subset="phi")
    types = main_type(defined["type"])
    frequencies = types.value_counts().sort_index()
    frequencies = frequencies[frequencies >= min_frequency]
    has_type = types.to_numpy()[:, None] == frequencies.index.to_numpy()
    shares = defined["phi_normalised"].to_numpy()
    lines = defined["line"].to_numpy()
    mean = evaluation.mean(shares, lines, groups=has_type)
    names = {"type": frequencies.index}
    counts = {"p": mean.p, "edits": frequencies.to_numpy()}
    row = evaluation.row(
        names,
        mean,
        counts,
        "mean",
        **count_sampled(defined, has_type),
        missing=len(attributions) - len(defined),
        replicates=list(mean.replicates.T),
    )
    return pd.DataFrame(row)
