"""Each predictor of preferred edits, a column for each measure."""

from gec_attribution.experiments.preferred_edits.labels import PAIRS, PREDICTORS
from gec_attribution.tables.columns import (
    DATASET,
    JUDGED,
    METRIC,
    PAIRS_COUNTED,
    Column,
    count,
    labelled,
    measure,
)

KEYS = ("dataset", "judged", "pairs_of", "predictor", "metric")
COLUMNS = (
    DATASET,
    JUDGED,
    labelled("Pairs of", "pairs_of", PAIRS),
    PAIRS_COUNTED,
    count("Of one edit", "single"),
    Column("Larger preferred (%)", "preferred", 0, unit=100),
    count("Undecided", "undecided"),
    count("Undefined", "undefined"),
    labelled("Predictor", "predictor", PREDICTORS),
    METRIC,
    measure("AUC", "auc"),
    measure("Balanced accuracy", "balanced_accuracy"),
)
