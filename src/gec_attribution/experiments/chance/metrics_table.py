"""Attributions of two metrics as predictors of right edits."""

from gec_attribution.experiments.chance.labels import MEASURES, TRUTHS
from gec_attribution.tables.columns import Column, probability

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Right by", "truth", text=TRUTHS.__getitem__),
    Column("Metric", "metric"),
    Column("Minus", "other_metric"),
    Column("Of", "measure", text=MEASURES.__getitem__),
    Column("Difference", "difference", 3, interval=True, signed=True),
    Column("Margin", "margin", 3),
    Column("p (Holm)", "p_holm", text=probability),
)
