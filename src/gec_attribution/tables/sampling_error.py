"""Table 2: the error and the time of Shapley sampling values."""

import pandas as pd

from gec_attribution.formatting.numerals import decimals_for, numeral, with_interval

_CAPTION = (
    "Mean absolute error (MAE, with its 95 % interval) of Shapley values sampled with T "
    "permutations, beside the mean and standard deviation of the exact |φ|, and the mean seconds a "
    "sentence takes. Official sampling repeats the published code, which uses one permutation "
    "whatever T is. Undefined: sentences left out because a score was undefined."
)
# These methods belong to the experiment; a study need not name them.
_METHODS = {"shapley-sampling": "Shapley sampling", "official-sampling": "official sampling"}


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row a metric, method and number of permutations.

    Args:
        table: rows of `evaluation.sampling_error`.
    """
    errors = ["mae", "mae_low", "mae_high", "abs_phi_mean", "abs_phi_sd"]
    mae, phi = zip(*map(_errors, *(table[column] for column in errors)), strict=True)
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Metric": table["metric"],
            "Method": table["method"].replace(_METHODS),
            "T": table["permutations"].map(str),
            "MAE": mae,
            "Exact |φ|": phi,
            "Seconds, exact": table["seconds_exact"].map(_seconds),
            "Seconds, sampled": table["seconds_sampling"].map(_seconds),
            "Sentences": table["sentences"].map(str),
            "Edits": table["edits"].map(str),
            "Undefined": table["missing"].map(str),
        }
    ).set_index(table["signature"])


def _errors(mae: float, low: float, high: float, mean: float, deviation: float) -> tuple[str, str]:
    decimals = decimals_for([mae, mean])
    phi = f"{numeral(mean, decimals)} ± {numeral(deviation, decimals)}"
    return with_interval(mae, low, high, decimals), phi


def _seconds(value: float) -> str:
    return numeral(value, decimals_for([value]))
