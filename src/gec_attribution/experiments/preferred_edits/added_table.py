"""Gain of one predictor of preferred edits beside others."""

from gec_attribution.experiments.preferred_edits.labels import PAIRS, PREDICTORS
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
    labelled("Pairs of", "pairs_of", PAIRS),
    PAIRS_COUNTED,
    METRIC,
    labelled("Added", "predictor", PREDICTORS),
    labelled("To", "beside", PREDICTORS),
    Column("Log likelihood without it", "likelihood", 4),
    Column("Gain", "gain", 4, interval=True, signed=True),
    Column("Margin", "margin", 4),
    P_HOLM,
)
