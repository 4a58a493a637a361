"""The sentences that a system corrects in another way than was published."""

from gec_attribution.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("System", "system"),
    Column("Line", "line"),
    Column("Source", "source"),
    Column("Made again", "corrected"),
    Column("Published", "other_corrected"),
)
