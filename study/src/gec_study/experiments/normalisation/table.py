"""φ and normalised φ over edits of different sentences."""

from gec_study.experiments.normalisation.labels import MEASURES, TRUTHS
from gec_study.tables.cells import probability
from gec_study.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Judged by", "truth", text=TRUTHS.__getitem__),
    Column("Metric", "metric"),
    Column("Method", "method"),
    Column("Measure", "measure", text=MEASURES.__getitem__),
    Column("Sentences with", "part"),
    Column("Edits", "edits", text="{:,}".format),
    Column("φ", "phi", 3, interval=True),
    Column("Normalised φ", "normalised", 3, interval=True),
    Column("Difference", "difference", 3, interval=True, signed=True),
    Column("p (Holm)", "p_holm", text=probability),
)
