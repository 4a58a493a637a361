"""φ and the agreement of systems against other predictors, within corrections."""

import pandas as pd

from gec_attribution.experiments.chance.labels import PREDICTORS, TRUTHS
from gec_attribution.judging.predictors import names_of_predictors
from gec_attribution.tables.columns import (
    DATASET,
    DIFFERENCE,
    P_HOLM,
    PAIRS_COUNTED,
    Column,
    cells,
    labelled,
)

_COLUMNS = (
    DATASET,
    labelled("Right by", "truth", TRUTHS),
    Column("Predictor", "predictor"),
    labelled("Against", "other", PREDICTORS),
    PAIRS_COUNTED,
    DIFFERENCE,
    Column("Margin", "margin", 3),
    P_HOLM,
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, truth, predictor and what it is compared with."""
    predictors = names_of_predictors(table, PREDICTORS)
    return cells(table.assign(predictor=predictors), _COLUMNS)
