"""Figure 6: what share of a correction's effect a metric gives to a type of error (section 5.1)."""

import pandas as pd

from gec_attribution.evaluation import bootstrap, signature_of, the_one
from gec_attribution.storage.seeds import seed_from


def bias(
    attributions: pd.DataFrame, *, min_frequency: int = 31, resamples: int = 1000, seed: int = 0
) -> pd.DataFrame:
    """Mean normalised attribution by type of error, all systems together.

    Args:
        attributions: those of one metric and one method on one dataset, all systems.
        min_frequency: fewest attributed edits of a type.
        resamples: bootstrap resamples behind each interval.
        seed: the study's seed.

    Returns:
        A row a type, sorted by type: dataset, metric, type, mean, low, high, edits, missing (edits
        of undefined attribution, all types), signature.
    """
    defined = attributions[attributions["phi"].notna()]
    types = main_type(defined["type"])
    frequencies = types.value_counts().sort_index()
    frequencies = frequencies[frequencies >= min_frequency]
    of_type = types.to_numpy()[:, None] == frequencies.index.to_numpy()
    dataset = the_one(attributions, "dataset")
    mean = bootstrap.ratio(
        of_type * defined["phi_normalised"].to_numpy()[:, None],
        of_type,
        defined["line"].to_numpy(),
        resamples=resamples,
        seed=seed_from(seed, "bootstrap", dataset),
    )
    return pd.DataFrame(
        {
            "dataset": dataset,
            "metric": the_one(attributions, "metric"),
            "type": frequencies.index,
            "mean": mean.value,
            "low": mean.low,
            "high": mean.high,
            "edits": frequencies.to_numpy(),
            "missing": len(attributions) - len(defined),
            "signature": signature_of(
                attributions, min_frequency=min_frequency, resamples=resamples
            ),
        }
    )


def main_type(types: pd.Series) -> pd.Series:
    """ERRANT's types without the operation: `R:VERB:SVA` and `M:VERB:SVA` are `VERB:SVA`."""
    return types.str.replace("^[MRU]:", "", regex=True)
