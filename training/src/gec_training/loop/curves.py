"""Loss curves of trainings, brought into one form."""

from pathlib import Path

import pandas as pd


def read_curves(path: str | Path) -> pd.DataFrame:
    """The curves in a training's CSV file, one row per point: curve, step, loss.

    A file has either a column for each loss, as `loop.train` writes it, or the columns split and
    loss, as `language_model` does.
    """
    table = pd.read_csv(path)
    if "split" in table:
        table = table.rename(columns={"split": "curve"})
    else:
        table = table.melt(id_vars="step", var_name="curve", value_name="loss")
    return table[["curve", "step", "loss"]]
