"""How good the systems are."""

from gec_study.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("System", "system"),
    Column("Changed", "changed", text=lambda share: f"{share:.1%}"),
    Column("Edits", "edits"),
    Column("TP", "tp"),
    Column("FP", "fp"),
    Column("FN", "fn"),
    Column("Precision", "precision", 2, unit=100),
    Column("Recall", "recall", 2, unit=100),
    Column("F0.5", "f", 2, interval=True, sources="f_sources", unit=100),
    Column("GLEU", "gleu", 2, interval=True, sources="sentences", unit=100),
)
