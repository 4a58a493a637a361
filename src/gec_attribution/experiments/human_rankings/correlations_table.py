"""Rank correlation, over metrics, of ranking corrections and attributing edits as people do."""

from gec_attribution.tables.columns import JUDGED, P_HOLM, Column, labelled

_MEASURES = {"accuracy": "pairs", "ts_spearman": "systems, ρ"}
COLUMNS = (
    JUDGED,
    Column("Systems", "systems"),
    labelled("Ranking of", "measure", _MEASURES),
    Column("Metrics", "metrics"),
    Column("Spearman's ρ", "spearman", 3, interval=True, sources=None),
    P_HOLM,
)
