"""Precision, recall and F1 of each type of error, over the hits of an explainer."""

from gec_attribution.explanations.taxonomy import ERROR_TYPES
from gec_attribution.tables.columns import DATASET, Column


def _in_english(label: str) -> str:
    return f"{label} ({ERROR_TYPES[label].english})"


COLUMNS = (
    DATASET,
    Column("Explainer", "explainer"),
    Column("Correction", "system"),
    Column("Type", "type", text=_in_english),
    Column("TP", "tp", 0),
    Column("FP", "fp", 0),
    Column("FN", "fn", 0),
    Column("Precision", "precision", 2, unit=100),
    Column("Recall", "recall", 2, unit=100),
    Column("F1", "f1", 2, interval=True, sources=None, unit=100),
)
