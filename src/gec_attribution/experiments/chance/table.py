"""Each predictor of right edits, a column for each measure."""

from gec_attribution.experiments.chance.labels import PARTS, PREDICTORS, TRUTHS
from gec_attribution.tables.columns import (
    DATASET,
    METHOD,
    METRIC,
    Column,
    labelled,
    measure,
)

KEYS = ("dataset", "truth", "part", "predictor", "metric", "method")
COLUMNS = (
    DATASET,
    labelled("Right by", "truth", TRUTHS),
    labelled("Edits", "part", PARTS),
    labelled("Predictor", "predictor", PREDICTORS),
    METRIC,
    METHOD,
    measure("AUC", "auc"),
    measure("AUC within a correction", "auc_within"),
    measure("Balanced accuracy", "balanced_accuracy"),
    measure("Agreement", "agreement"),
    Column("Least", "least", 3),
    Column("Most", "most", 3),
)
