"""Precision, recall and F1 of each type of error, over the hits of an explainer."""

from gec_attribution.explanations.taxonomy import ERROR_TYPES
from gec_attribution.tables.columns import DATASET, Column

COLUMNS = (
    DATASET,
    Column("Explainer", "explainer"),
    Column("Correction", "system"),
    Column(
        "Type", "type", text=lambda label: f"{label} ({ERROR_TYPES[label].english})"
    ),
    *(Column(name.upper(), name, 0) for name in ("tp", "fp", "fn")),
    Column("Precision", "precision", 2, unit=100),
    Column("Recall", "recall", 2, unit=100),
    Column("F1", "f1", 2, interval=True, sources=None, unit=100),
)
