"""The numbers of Figure 5."""

from gec_attribution.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Device", "device"),
    Column("Metric", "metric"),
    Column("Method", "method"),
    Column("Edits", "edits"),
    Column("Seconds", "seconds_mean", 3),
    Column("Standard deviation", "seconds_sd", 3),
    Column("Sentences", "sentences"),
)
