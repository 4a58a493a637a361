"""Attributions of two metrics as predictors of right edits."""

from gec_attribution.experiments.chance.labels import MEASURES, TRUTHS
from gec_attribution.tables.columns import (
    DATASET,
    DIFFERENCE,
    METRIC,
    P_HOLM,
    Column,
    labelled,
)

COLUMNS = (
    DATASET,
    labelled("Right by", "truth", TRUTHS),
    METRIC,
    Column("Minus", "other_metric"),
    labelled("Of", "measure", MEASURES),
    DIFFERENCE,
    Column("Margin", "margin", 3),
    P_HOLM,
)
