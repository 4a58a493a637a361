"""Predictors of preferred edits, two by two."""

from gec_attribution.experiments.preferred_edits.labels import PAIRS, PREDICTORS
from gec_attribution.tables.columns import (
    DATASET,
    DIFFERENCE,
    JUDGED,
    METRIC,
    P_HOLM,
    PAIRS_COUNTED,
    Column,
)

COLUMNS = (
    DATASET,
    JUDGED,
    Column("Pairs of", "pairs_of", text=PAIRS.__getitem__),
    PAIRS_COUNTED,
    METRIC,
    Column("Predictor", "predictor", text=PREDICTORS.__getitem__),
    Column("Against", "other", text=PREDICTORS.__getitem__),
    DIFFERENCE,
    Column("Margin", "margin", 3),
    P_HOLM,
)
