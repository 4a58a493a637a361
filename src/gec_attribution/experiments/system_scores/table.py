"""How good and how fast the systems are."""

import pandas as pd

from gec_attribution.formatting.numerals import decimals_for, numeral
from gec_attribution.statistics.bootstrap import MIN_SOURCES
from gec_attribution.tables.cells import intervals

_CAPTION = (
    "Each system against the references: ERRANT's true positives, false positives, false "
    "negatives, precision, recall and F0.5 as errant_compare counts them (precision is 100 where "
    "nothing was proposed), and GLEU, in percent, with 95 % intervals. Changed: share of the "
    "sentences that the system changed. Where there are fewer than "
    f"{MIN_SOURCES} sources, their number replaces the interval."
)


def caption(table: pd.DataFrame) -> str:
    """How to read the table, and what the speeds were measured on, if any were.

    Args:
        table: rows of `join`.
    """
    devices = table["device"].dropna().unique()
    if not len(devices):
        return _CAPTION
    return (
        f"{_CAPTION} Sentences per second: the system itself, without one that it comes after, "
        f"loaded and warm, on {' or '.join(devices)}."
    )


def join(scores: pd.DataFrame, speeds: pd.DataFrame | None = None) -> pd.DataFrame:
    """The scores with the speed of every system of which it was measured.

    Args:
        scores: rows of `experiments.system_scores.compute`.
        speeds: rows of `experiments.system_speed.compute`; None where no system was timed.

    Returns:
        The columns of the scores with speed (sentences per second) and device before the signature.
    """
    keys, measured = ["dataset", "system"], ["speed", "device"]
    if speeds is None:
        table = scores.assign(speed=float("nan"), device=None)
    else:
        table = scores.merge(speeds[keys + measured], how="left", on=keys, validate="one_to_one")
    return table[[*scores.columns.drop("signature"), *measured, "signature"]]


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set and system.

    Args:
        table: rows of `join`.
    """
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "System": table["system"],
            "Changed": [f"{share:.1%}" for share in table["changed"]],
            "Edits": table["edits"].map(str),
            "TP": table["tp"].map(str),
            "FP": table["fp"].map(str),
            "FN": table["fn"].map(str),
            "Precision": [numeral(100 * value, 2) for value in table["precision"]],
            "Recall": [numeral(100 * value, 2) for value in table["recall"]],
            "F0.5": intervals(table, "f", "f_sources", 2, unit=100),
            "GLEU": intervals(table, "gleu", "sentences", 2, unit=100),
            "Sentences/s": [numeral(value, decimals_for([value])) for value in table["speed"]],
        }
    ).set_index(table["signature"])
