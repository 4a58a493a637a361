"""Table 2: the error and the time of Shapley sampling values."""

from collections.abc import Mapping

import pandas as pd

from gec_attribution.formatting.numerals import decimals_for, numeral, with_interval

# These methods belong to the experiment; a study need not name them.
_METHODS = {"shapley-sampling": "Shapley sampling", "official-sampling": "official sampling"}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per metric, method and number of permutations.

    Args:
        table: rows of `compute`.
    """
    errors = ["mae", "mae_low", "mae_high", "abs_phi_mean", "abs_phi_sd", "sources"]
    mae, phi = zip(*map(_errors, table[errors].to_dict("records")), strict=True)
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


def _errors(row: Mapping[str, float]) -> tuple[str, str]:
    mae, mean = row["mae"], row["abs_phi_mean"]
    decimals = decimals_for([mae, mean])
    error = with_interval(
        mae, row["mae_low"], row["mae_high"], decimals, sources=int(row["sources"])
    )
    return error, f"{numeral(mean, decimals)} ± {numeral(row['abs_phi_sd'], decimals)}"


def _seconds(value: float) -> str:
    return numeral(value, decimals_for([value]))
