"""φ and the agreement of systems against other predictors, within corrections."""

import pandas as pd

from gec_attribution.experiments.chance.labels import PREDICTORS, TRUTHS, named
from gec_attribution.tables.columns import Column, cells, probability

_COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Right by", "truth", text=TRUTHS.__getitem__),
    Column("Predictor", "predictor"),
    Column("Against", "other", text=PREDICTORS.__getitem__),
    Column("Pairs", "pairs", text="{:,}".format),
    Column("Difference", "difference", 3, interval=True, signed=True),
    Column("Margin", "margin", 3),
    Column("p (Holm)", "p_holm", text=probability),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, truth, predictor and what it is compared with."""
    predictors = [named(*names) for names in zip(table["predictor"], table["metric"], strict=True)]
    return cells(table.assign(predictor=predictors), _COLUMNS)
