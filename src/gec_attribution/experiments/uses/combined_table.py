"""Edits chosen from those of all systems."""

from gec_attribution.experiments.uses.labels import CHOICES
from gec_attribution.tables.columns import (
    DATASET,
    METRIC,
    Column,
    labelled,
    probability,
)

COLUMNS = (
    DATASET,
    labelled("Chosen by", "choice", CHOICES),
    METRIC,
    Column("Precision", "precision", 3),
    Column("Recall", "recall", 3),
    Column("F0.5", "f", 3, interval=True),
    Column("Minus the best system", "to_best", 3, interval=True, signed=True),
    Column("p (Holm)", "p_best_holm", text=probability),
    Column("Minus votes", "to_votes", 3, interval=True, signed=True),
    Column("p (Holm), votes", "p_votes_holm", text=probability),
)
