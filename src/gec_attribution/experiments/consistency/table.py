"""Figure 3, and robust forms of its correlation, which no few sentences decide."""

from gec_attribution.tables.columns import (
    DATASET,
    METHOD,
    METRIC,
    Column,
    count,
    measure,
)

KEYS = ("dataset", "metric", "method")
COLUMNS = (
    DATASET,
    METRIC,
    METHOD,
    count("Groups", "edits"),
    measure("Sign agreement", "sign_agreement"),
    measure("Pearson", "pearson"),
    measure("trimmed", "pearson_trimmed"),
    measure("of normalised φ", "pearson_normalised"),
    measure("without flips", "pearson_unflipped"),
    measure("Spearman", "spearman"),
    Column("Flipped, %", "flipped_share", 1, unit=100),
)
