"""φ and the agreement of systems against other predictors, within corrections."""

import pandas as pd

from gec_attribution.experiments.chance.labels import PREDICTORS, TRUTHS, named
from gec_attribution.tables.columns import DATASET, DIFFERENCE, P_HOLM, PAIRS_COUNTED, Column, cells

_COLUMNS = (
    DATASET,
    Column("Right by", "truth", text=TRUTHS.__getitem__),
    Column("Predictor", "predictor"),
    Column("Against", "other", text=PREDICTORS.__getitem__),
    PAIRS_COUNTED,
    DIFFERENCE,
    Column("Margin", "margin", 3),
    P_HOLM,
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, truth, predictor and what it is compared with."""
    predictors = [named(*names) for names in zip(table["predictor"], table["metric"], strict=True)]
    return cells(table.assign(predictor=predictors), _COLUMNS)
