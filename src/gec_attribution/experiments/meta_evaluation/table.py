"""Section 4.4: how each metric ranks the systems' corrections of a sentence."""

from gec_attribution.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Metric", "metric"),
    Column("Accuracy", "accuracy", 3, interval=True, sources="sentences"),
    Column("Accuracy, symmetric", "accuracy_symmetric", 3),
    Column("Kendall's τ", "kendall", 3, interval=True, sources="sentences"),
    Column("Pairs", "pairs"),
    Column("Sentences", "sentences"),
    Column("Ties", "ties"),
    Column("Undefined", "missing"),
)
