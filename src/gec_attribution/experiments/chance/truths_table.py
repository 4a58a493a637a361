"""Share of edits of which people and references say the same."""

from gec_attribution.tables.columns import DATASET, Column, count

COLUMNS = (
    DATASET,
    Column("Corrections by", "made_by"),
    Column("Most judges", "people"),
    Column("Reference", "reference"),
    count("Edits", "edits"),
    Column("Share (%)", "share", 1, unit=100),
    Column("With one judge (%)", "one_judge", 0, unit=100),
)
