"""The sentences that a system corrects in another way than was published."""

from gec_attribution.tables.columns import DATASET, SYSTEM, Column

COLUMNS = (
    DATASET,
    SYSTEM,
    Column("Line", "line"),
    Column("Source", "source"),
    Column("Made again", "corrected"),
    Column("Published", "other_corrected"),
)
