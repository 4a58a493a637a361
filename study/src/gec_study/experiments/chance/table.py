"""Attributions beside the best of what needs none."""

import pandas as pd

from gec_study.experiments.chance.labels import BASELINES, MEASURES, TRUTHS
from gec_study.tables.cells import probability
from gec_study.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Judged by", "truth", text=TRUTHS.__getitem__),
    Column("Metric", "metric"),
    Column("Method", "method"),
    Column("Measure", "measure", text=MEASURES.__getitem__),
    Column("Attributions", "value", 3),
    Column("Best without", "best_value", 3),
    Column("Which", "best", text=BASELINES.__getitem__),
    Column("Difference", "difference", 3, interval=True, signed=True),
    Column("p (Holm)", "p_holm", text=probability),
)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The differences, whose bounds are named after them."""
    return tables.rename(columns={"low": "difference_low", "high": "difference_high"})
