"""EXCGEC's Table 7: the scores of descriptions against people's ratings."""

import pandas as pd

from gec_attribution.tables.columns import Column, cells, measure, with_measures

_NAMES = {
    "bleu": "Human v. BLEU",
    "meteor": "Human v. METEOR",
    "rouge_1": "Human v. ROUGE-1",
    "rouge_2": "Human v. ROUGE-2",
    "rouge_l": "Human v. ROUGE-L",
}
_COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Comparison", "compared", text=lambda name: _NAMES.get(name, name)),
    measure("Systems: Pearson", "system pearson"),
    measure("Systems: Spearman", "system spearman"),
    measure("Sentences: Pearson", "sentence pearson"),
    measure("Sentences: Spearman", "sentence spearman"),
    measure("Sentences: order", "sentence order"),
    Column("Systems", "systems"),
    Column("Ratings", "items"),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per comparison.

    Args:
        table: rows of `compute`.
    """
    statistics = table["level"] + " " + table["statistic"]
    rows = table.assign(compared=table["measure"], measure=statistics)
    return cells(with_measures(rows, ["dataset", "compared"]), _COLUMNS)
