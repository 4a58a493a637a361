"""What attributions add to the error type, in numbers."""

from gec_study.experiments.chance.labels import TRUTHS
from gec_study.tables.cells import probability
from gec_study.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Judged by", "truth", text=TRUTHS.__getitem__),
    Column("Metric", "metric"),
    Column("Method", "method"),
    Column("Edits", "edits", text="{:,}".format),
    Column("Right, %", "right", 1, unit=100),
    Column("AUC of φ", "auc", 3),
    Column("of the type", "auc_type", 3),
    Column("of both", "auc_both", 3),
    Column("φ − type", "beyond_type", 3, interval=True, signed=True),
    Column("p (Holm)", "beyond_type_p_holm", text=probability),
    Column("Both − type", "added", 3, interval=True, signed=True),
    Column("p (Holm), added", "added_p_holm", text=probability),
    Column("Log likelihood, both − type", "added_likelihood", 4, interval=True, signed=True),
    Column("p (Holm), likelihood", "added_likelihood_p_holm", text=probability),
)
