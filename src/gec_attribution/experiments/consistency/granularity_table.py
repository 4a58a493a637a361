"""Consistency of attributions across granularities of edits."""

from gec_attribution.tables.columns import Column, measure

KEYS = ("dataset", "metric", "method", "granularity")
COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Metric", "metric"),
    Column("Method", "method"),
    Column("Merged at", "granularity"),
    measure("Sign agreement", "sign_agreement"),
    Column("By chance", "chance", 3),
    measure("Pearson, normalised φ", "pearson_normalised"),
    measure("Spearman", "spearman"),
    Column("Chunks", "chunks", text="{:,}".format),
)
