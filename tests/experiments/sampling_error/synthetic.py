"""Rows of the results: their columns and invented numbers, always the same."""

import pandas as pd


def sampling_error():
    """Both methods of the experiment, of one metric."""
    return sampling_error_rows()


def sampling_error_rows():
    common = {"dataset": "JFLEG", "metric": "SOME", "sentences": 82, "edits": 900, "missing": 2}
    common["sources"] = 61
    numbers = {"abs_phi_mean": 0.0838, "abs_phi_sd": 0.05, "seconds_exact": 12.345}
    signature = {"signature": "metric:some|v:1"}
    sampled = {"mae": 0.0171, "mae_low": 0.0165, "mae_high": 0.0177, "seconds_sampling": 0.98765}
    official = {"mae": 0.1368, "mae_low": 0.13, "mae_high": 0.14, "seconds_sampling": 0.05}
    return pd.DataFrame(
        [
            common | {"method": "shapley-sampling", "permutations": 64} | numbers | sampled,
            common | {"method": "official-sampling", "permutations": 15} | numbers | official,
        ]
    ).assign(**signature)
