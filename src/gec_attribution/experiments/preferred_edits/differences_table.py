"""Predictors of preferred edits, two by two."""

from gec_attribution.experiments.preferred_edits.labels import PAIRS, PREDICTORS
from gec_attribution.tables.columns import Column, probability

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Judged", "judged"),
    Column("Pairs of", "pairs_of", text=PAIRS.__getitem__),
    Column("Pairs", "pairs", text="{:,}".format),
    Column("Metric", "metric"),
    Column("Predictor", "predictor", text=PREDICTORS.__getitem__),
    Column("Against", "other", text=PREDICTORS.__getitem__),
    Column("Difference", "difference", 3, interval=True, signed=True),
    Column("Margin", "margin", 3),
    Column("p (Holm)", "p_holm", text=probability),
)
