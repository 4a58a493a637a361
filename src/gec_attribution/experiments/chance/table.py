"""Each predictor of right edits, a column for each measure."""

from gec_attribution.experiments.chance.labels import PARTS, PREDICTORS, TRUTHS
from gec_attribution.tables.columns import DATASET, METHOD, METRIC, Column, measure

KEYS = ("dataset", "truth", "part", "predictor", "metric", "method")
COLUMNS = (
    DATASET,
    Column("Right by", "truth", text=TRUTHS.__getitem__),
    Column("Edits", "part", text=PARTS.__getitem__),
    Column("Predictor", "predictor", text=PREDICTORS.__getitem__),
    METRIC,
    METHOD,
    measure("AUC", "auc"),
    measure("AUC within a correction", "auc_within"),
    measure("Balanced accuracy", "balanced_accuracy"),
    measure("Agreement", "agreement"),
    Column("Least", "least", 3),
    Column("Most", "most", 3),
)
