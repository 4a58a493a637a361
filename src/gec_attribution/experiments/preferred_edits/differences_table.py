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
    labelled,
)

COLUMNS = (
    DATASET,
    JUDGED,
    labelled("Pairs of", "pairs_of", PAIRS),
    PAIRS_COUNTED,
    METRIC,
    labelled("Predictor", "predictor", PREDICTORS),
    labelled("Against", "other", PREDICTORS),
    DIFFERENCE,
    Column("Margin", "margin", 3),
    P_HOLM,
)
