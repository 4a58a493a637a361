"""The share of two corrections that a metric orders as a person did, by the ranks of both."""

from gec_attribution.tables.columns import Column

COLUMNS = (
    Column("Metric", "metric"),
    Column("Judged", "judged"),
    Column("Better", "better"),
    Column("Worse", "worse"),
    Column("Accuracy", "accuracy", 3, interval=True, sources="sentences"),
    Column("Pairs", "pairs", text="{:,}".format),
    Column("Sentences", "sentences", text="{:,}".format),
)
