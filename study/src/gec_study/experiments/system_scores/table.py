"""How good and how fast the systems are."""

from typing import Any

import pandas as pd

from gec_attribution.formatting.numerals import decimals_for, numeral
from gec_study.tables.columns import Column


def _speed(value: Any) -> str:
    return numeral(value, decimals_for([value]))


COLUMNS = (
    Column("Dataset", "dataset"),
    Column("System", "system"),
    Column("Changed", "changed", text=lambda share: f"{share:.1%}"),
    Column("Edits", "edits"),
    Column("TP", "tp"),
    Column("FP", "fp"),
    Column("FN", "fn"),
    Column("Precision", "precision", 2, unit=100),
    Column("Recall", "recall", 2, unit=100),
    Column("F0.5", "f", 2, interval=True, sources="f_sources", unit=100),
    Column("GLEU", "gleu", 2, interval=True, sources="sentences", unit=100),
    Column("Sentences/s", "speed", text=_speed),
)


def join(scores: pd.DataFrame, speeds: pd.DataFrame | None = None) -> pd.DataFrame:
    """The scores with the speed of every system of which it was measured.

    Args:
        scores: rows of `system_scores`.
        speeds: rows of `measure_speed`; None where no system was timed.

    Returns:
        The columns of the scores with speed (sentences per second) and device before the signature.
    """
    keys, measured = ["dataset", "system"], ["speed", "device"]
    if speeds is None:
        table = scores.assign(speed=float("nan"), device=None)
    else:
        table = scores.merge(speeds[keys + measured], how="left", on=keys, validate="one_to_one")
    return table[[*scores.columns.drop("signature"), *measured, "signature"]]
