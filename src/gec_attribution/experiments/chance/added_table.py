"""Gain of φ over the error type, over the agreement of systems, and over both."""

from gec_attribution.experiments.chance.labels import TRUTHS
from gec_attribution.tables.columns import (
    DATASET,
    METHOD,
    METRIC,
    Column,
    count,
    labelled,
    probability,
)

COLUMNS = (
    DATASET,
    labelled("Right by", "truth", TRUTHS),
    METRIC,
    METHOD,
    Column("Added to", "beside"),
    count("Edits", "edits"),
    Column("Log likelihood without φ", "likelihood", 4),
    Column("Gain by φ", "gain", 4, interval=True, signed=True),
    Column("Margin", "gain_margin", 4),
    Column("p (Holm)", "gain_p_holm", text=probability),
)
