"""Gain of one predictor of preferred edits beside others."""

from gec_attribution.experiments.preferred_edits.labels import PAIRS, PREDICTORS
from gec_attribution.tables.columns import DATASET, JUDGED, METRIC, P_HOLM, PAIRS_COUNTED, Column

COLUMNS = (
    DATASET,
    JUDGED,
    Column("Pairs of", "pairs_of", text=PAIRS.__getitem__),
    PAIRS_COUNTED,
    METRIC,
    Column("Added", "predictor", text=PREDICTORS.__getitem__),
    Column("To", "beside", text=PREDICTORS.__getitem__),
    Column("Log likelihood without it", "likelihood", 4),
    Column("Gain", "gain", 4, interval=True, signed=True),
    Column("Margin", "margin", 4),
    P_HOLM,
)
