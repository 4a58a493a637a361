"""The primary tests of preferred edits."""

from gec_attribution.experiments.preferred_edits.labels import PREDICTORS
from gec_attribution.tables.columns import (
    DATASET,
    JUDGED,
    METRIC,
    P_HOLM,
    PAIRS_COUNTED,
    Column,
    labelled,
)

COLUMNS = (
    DATASET,
    JUDGED,
    PAIRS_COUNTED,
    METRIC,
    labelled("Predictor", "predictor", PREDICTORS),
    labelled("Against", "against", PREDICTORS),
    Column("Value", "value", 3, interval=True, signed=True),
    P_HOLM,
)
