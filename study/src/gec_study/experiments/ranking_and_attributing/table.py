"""How metrics rank and how they attribute."""

from gec_study.tables.cells import probability
from gec_study.tables.columns import Column

_MEASURES = {"accuracy": "pairs", "ts_spearman": "systems, ρ"}
COLUMNS = (
    Column("Judged", "judged"),
    Column("Systems", "systems"),
    Column("Ranking of", "measure", text=_MEASURES.__getitem__),
    Column("Metric", "metric"),
    Column("Ranking", "ranking", 3),
    Column("AUC of edits", "auc", 3),
    Column("Spearman's ρ of the two", "spearman", 3, interval=True, sources="metrics"),
    Column("p (Holm)", "p_holm", text=probability),
)
