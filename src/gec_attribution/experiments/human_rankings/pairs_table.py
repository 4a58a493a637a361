"""The share of two corrections that a metric orders as a person did, by the ranks of both."""

from gec_attribution.tables.columns import JUDGED, METRIC, PAIRS_COUNTED, Column, count

COLUMNS = (
    METRIC,
    JUDGED,
    Column("Better", "better"),
    Column("Worse", "worse"),
    Column("Accuracy", "accuracy", 3, interval=True, sources="sentences"),
    PAIRS_COUNTED,
    count("Sentences", "sentences"),
)
