"""Whether attributions agree with people who judged each edit, of all types together."""

import pandas as pd

from gec_study.experiments.human_judgements.compute import ALL
from gec_study.tables.cells import probability
from gec_study.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Metric", "metric"),
    Column("Method", "method"),
    Column("Edits", "edits", text="{:,}".format),
    Column("Invalid", "invalid", text="{:,}".format),
    Column("AUC", "auc", 3, interval=True),
    Column("p (Holm)", "p_holm", text=probability),
    Column("AUC, normalised φ", "auc_normalised", 3, interval=True),
    Column("Positive, valid, %", "positive_valid", 1, interval=True, unit=100),
    Column("Positive, invalid, %", "positive_invalid", 1, interval=True, unit=100),
    Column("Agreement, %", "agreement", 1, interval=True, unit=100),
)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows of all edits."""
    return tables[tables["type"] == ALL].drop(columns="type").reset_index(drop=True)
