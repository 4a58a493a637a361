"""Section 4.4: how each metric ranks the systems' corrections of a sentence."""

from gec_attribution.tables.columns import DATASET, METRIC, SENTENCES, Column

COLUMNS = (
    DATASET,
    METRIC,
    Column("Accuracy", "accuracy", 3, interval=True, sources="sentences"),
    Column("Accuracy, symmetric", "accuracy_symmetric", 3),
    Column("Kendall's τ", "kendall", 3, interval=True, sources="sentences"),
    Column("Pairs", "pairs"),
    SENTENCES,
    Column("Ties", "ties"),
    Column("Undefined", "missing"),
)
