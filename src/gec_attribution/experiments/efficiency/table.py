"""The numbers of Figure 5."""

from gec_attribution.tables.columns import DATASET, METHOD, METRIC, SENTENCES, Column

COLUMNS = (
    DATASET,
    Column("Device", "device"),
    METRIC,
    METHOD,
    Column("Edits", "edits"),
    Column("Seconds", "seconds_mean", 3),
    Column("Standard deviation", "seconds_sd", 3),
    SENTENCES,
)
