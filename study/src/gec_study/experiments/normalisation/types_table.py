"""How alike the orders are that φ and normalised φ give error types."""

from gec_study.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Metric", "metric"),
    Column("Method", "method"),
    Column("Types", "types"),
    Column("Edits", "edits", text="{:,}".format),
    Column("Spearman's ρ of the two orders", "spearman", 3, interval=True),
    Column("Types with means of opposite signs", "opposite"),
)
