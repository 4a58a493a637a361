"""Corrections that were made again, beside those that were published."""

from gec_attribution.tables.columns import DATASET, SYSTEM, Column

COLUMNS = (
    DATASET,
    SYSTEM,
    Column("Published", "other_system"),
    Column(
        "Same correction, %",
        "identical",
        1,
        interval=True,
        sources="sentences",
        unit=100,
    ),
    Column("Sentences", "sentences", 0),
    Column("Changed", "changed", 0),
    Column("Changed, published", "other_changed", 0),
    Column("Edits", "edits", 0),
    Column("Edits, published", "other_edits", 0),
    Column("Edits of both", "shared_edits", 0),
)
