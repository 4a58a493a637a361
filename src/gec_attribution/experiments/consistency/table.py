"""Robust forms of Figure 3's correlation, which no few sentences decide."""

from gec_attribution.tables.columns import Column, measure

KEYS = ("dataset", "metric", "method")
COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Metric", "metric"),
    Column("Method", "method"),
    Column("Groups", "edits", text="{:,}".format),
    measure("Pearson", "pearson"),
    measure("trimmed", "pearson_trimmed"),
    measure("of normalised φ", "pearson_normalised"),
    measure("without flips", "pearson_unflipped"),
    measure("Spearman", "spearman"),
    Column("Flipped, %", "flipped_share", 1, unit=100),
)
