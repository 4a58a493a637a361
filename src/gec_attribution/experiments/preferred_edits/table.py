"""Each predictor of preferred edits, a column for each measure."""

from gec_attribution.experiments.preferred_edits.labels import PAIRS, PREDICTORS
from gec_attribution.tables.columns import DATASET, JUDGED, METRIC, PAIRS_COUNTED, Column, measure

KEYS = ("dataset", "judged", "pairs_of", "predictor", "metric")
COLUMNS = (
    DATASET,
    JUDGED,
    Column("Pairs of", "pairs_of", text=PAIRS.__getitem__),
    PAIRS_COUNTED,
    Column("Of one edit", "single", text="{:,}".format),
    Column("Larger preferred (%)", "preferred", 0, unit=100),
    Column("Undecided", "undecided", text="{:,}".format),
    Column("Undefined", "undefined", text="{:,}".format),
    Column("Predictor", "predictor", text=PREDICTORS.__getitem__),
    METRIC,
    measure("AUC", "auc"),
    measure("Balanced accuracy", "balanced_accuracy"),
)
