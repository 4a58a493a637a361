"""The primary tests of preferred edits."""

from gec_attribution.experiments.preferred_edits.labels import PREDICTORS
from gec_attribution.tables.columns import Column, probability

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Judged", "judged"),
    Column("Pairs", "pairs", text="{:,}".format),
    Column("Metric", "metric"),
    Column("Predictor", "predictor", text=PREDICTORS.__getitem__),
    Column("Against", "against", text=PREDICTORS.__getitem__),
    Column("Value", "value", 3, interval=True, signed=True),
    Column("p (Holm)", "p_holm", text=probability),
)
