"""Gain of one predictor of preferred edits beside others."""

from gec_attribution.experiments.preferred_edits.labels import PAIRS, PREDICTORS
from gec_attribution.tables.columns import Column, probability

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Judged", "judged"),
    Column("Pairs of", "pairs_of", text=PAIRS.__getitem__),
    Column("Pairs", "pairs", text="{:,}".format),
    Column("Metric", "metric"),
    Column("Added", "predictor", text=PREDICTORS.__getitem__),
    Column("To", "beside", text=PREDICTORS.__getitem__),
    Column("Log likelihood without it", "likelihood", 4),
    Column("Gain", "gain", 4, interval=True, signed=True),
    Column("Margin", "margin", 4),
    Column("p (Holm)", "p_holm", text=probability),
)
