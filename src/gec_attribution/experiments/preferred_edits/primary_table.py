"""The primary tests of preferred edits."""

from gec_attribution.experiments.preferred_edits.labels import PREDICTORS
from gec_attribution.tables.columns import DATASET, JUDGED, METRIC, P_HOLM, PAIRS_COUNTED, Column

COLUMNS = (
    DATASET,
    JUDGED,
    PAIRS_COUNTED,
    METRIC,
    Column("Predictor", "predictor", text=PREDICTORS.__getitem__),
    Column("Against", "against", text=PREDICTORS.__getitem__),
    Column("Value", "value", 3, interval=True, signed=True),
    P_HOLM,
)
