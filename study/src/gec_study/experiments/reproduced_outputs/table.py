"""Published outputs, made again: how many sentences are identical, and which edits are shared."""

from gec_study.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("System", "system"),
    Column("Published", "other_system"),
    Column("Sentences", "sentences"),
    Column("Identical, %", "identical", 1, interval=True, sources="sentences", unit=100),
    Column("Edits", "edits"),
    Column("Published edits", "other_edits"),
    Column("Shared edits", "shared_edits"),
)
