"""Rank correlation, over metrics, of ranking corrections and attributing edits as people do."""

from gec_attribution.tables.columns import Column, probability

_MEASURES = {"accuracy": "pairs", "ts_spearman": "systems, ρ"}
COLUMNS = (
    Column("Judged", "judged"),
    Column("Systems", "systems"),
    Column("Ranking of", "measure", text=_MEASURES.__getitem__),
    Column("Metrics", "metrics"),
    Column("Spearman's ρ", "spearman", 3, interval=True, sources=None),
    Column("p (Holm)", "p_holm", text=probability),
)
