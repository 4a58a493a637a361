"""Judges that were trained on people's judgements, beside attributions and people."""

from gec_study.experiments.trained_judge.labels import KNOWS
from gec_study.tables.cells import probability
from gec_study.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Judged by", "knows", text=KNOWS.__getitem__),
    Column("Metric", "metric", text=lambda name: name or "–"),
    Column("Edits", "edits", text="{:,}".format),
    Column("AUC", "auc", 3, interval=True),
    Column("Above the best φ", "above_phi", 3, interval=True, signed=True),
    Column("p (Holm)", "above_phi_p_holm", text=probability),
    Column("Above type and edit", "above_edit", 3, interval=True, signed=True),
    Column("p (Holm), edit", "above_edit_p_holm", text=probability),
)
