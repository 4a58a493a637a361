"""Agreement of metrics' rankings of corrections and systems with people's."""

from gec_attribution.tables.columns import JUDGED, METRIC, PAIRS_COUNTED, Column, count

MEASURES = {
    "accuracy": "Accuracy",
    "kendall": "τ",
    "ts_pearson": "r (TrueSkill)",
    "ts_spearman": "ρ (TrueSkill)",
    "ew_pearson": "r (wins)",
    "ew_spearman": "ρ (wins)",
}
COLUMNS = (
    METRIC,
    JUDGED,
    Column("Systems", "systems"),
    *(
        Column(heading, measure, 3, interval=True, sources="sentences")
        for measure, heading in MEASURES.items()
    ),
    count("Sentences", "sentences"),
    PAIRS_COUNTED,
    count("Ties", "ties"),
)
