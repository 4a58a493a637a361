"""EXCGEC's Table 7: the scores of descriptions against people's ratings."""

import pandas as pd

from gec_attribution.tables.cells import with_intervals

_NAMES = {
    "bleu": "Human v. BLEU",
    "meteor": "Human v. METEOR",
    "rouge_1": "Human v. ROUGE-1",
    "rouge_2": "Human v. ROUGE-2",
    "rouge_l": "Human v. ROUGE-L",
}
_COLUMNS = {
    ("system", "pearson"): "Systems: Pearson",
    ("system", "spearman"): "Systems: Spearman",
    ("sentence", "pearson"): "Sentences: Pearson",
    ("sentence", "spearman"): "Sentences: Spearman",
    ("sentence", "order"): "Sentences: order",
}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per comparison.

    Args:
        table: rows of `compute`.
    """
    shown = table.assign(cell=with_intervals(table, 3))
    keys = ["dataset", "measure"]
    cells = shown.set_index([*keys, "level", "statistic"])["cell"].unstack(["level", "statistic"])
    comparisons = shown.drop_duplicates(keys).set_index(keys)
    cells = cells.reindex(comparisons.index)
    return pd.DataFrame(
        {
            "Dataset": comparisons.index.get_level_values("dataset"),
            "Comparison": [
                _NAMES.get(name, name) for name in comparisons.index.get_level_values(1)
            ],
            **{title: cells[key].to_numpy() for key, title in _COLUMNS.items()},
            "Systems": comparisons["systems"].map(str).to_numpy(),
            "Ratings": comparisons["items"].map(str).to_numpy(),
        },
        index=pd.Index(comparisons["signature"]),
    )
