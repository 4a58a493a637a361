"""Attributions of two metrics as predictors of right edits."""

from gec_attribution.experiments.chance.labels import MEASURES, TRUTHS
from gec_attribution.tables.columns import DATASET, DIFFERENCE, METRIC, P_HOLM, Column

COLUMNS = (
    DATASET,
    Column("Right by", "truth", text=TRUTHS.__getitem__),
    METRIC,
    Column("Minus", "other_metric"),
    Column("Of", "measure", text=MEASURES.__getitem__),
    DIFFERENCE,
    Column("Margin", "margin", 3),
    P_HOLM,
)
