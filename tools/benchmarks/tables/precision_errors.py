"""What bfloat16 gains and costs."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral

_CAPTION = (
    "Attribution of the same sentences in both arithmetics. Speed is the ratio of processor times, "
    "with the study's models and with random weights of the usual size (BERT-base, GPT-2). Errors "
    "are those of the study's models: the mean |difference| of a coalition's score and of an "
    "edit's normalised φ, and the share of φ whose sign flips, of all and where |normalised φ| is "
    "over {}."
)


def caption(table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION.format(table["clear_above"].iloc[0])


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per metric and dtype other than the exact one.

    Args:
        table: rows of `benchmarks.precision.compare_precision`.
    """
    rows = table[table["dtype"] != "float32"]
    return pd.DataFrame(
        {
            "Metric": rows["metric"],
            "Arithmetic": rows["dtype"],
            "Edits": [f"{count:,}" for count in rows["edits"]],
            "Speed": [f"{speed:.1f} ×" for speed in rows["speed"]],
            "Speed, usual size": [
                "–" if pd.isna(speed) else f"{speed:.1f} ×" for speed in rows["base_size_speed"]
            ],
            "Score": [f"{error:.1e}" for error in rows["score_error"]],
            "Normalised φ": [numeral(error, 4) for error in rows["phi_error"]],
            "Signs flipped": [f"{share:.2%}" for share in rows["flipped"]],
            "Clear signs flipped": [f"{share:.2%}" for share in rows["clear_flipped"]],
        }
    ).set_axis([""] * len(rows))
