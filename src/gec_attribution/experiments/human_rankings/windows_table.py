"""Correlations of systems' mean scores with people's, over systems that are neighbours in rank."""

from gec_attribution.tables.columns import JUDGED, METRIC, Column, labelled

_SCORED_BY = {"ts": "TrueSkill", "ew": "wins"}
COLUMNS = (
    METRIC,
    JUDGED,
    Column("Systems", "systems"),
    labelled("By", "by", _SCORED_BY),
    Column("From", "first"),
    Column("To", "last"),
    Column("r", "pearson", 3, interval=True, sources="sentences"),
    Column("ρ", "spearman", 3, interval=True, sources="sentences"),
)
