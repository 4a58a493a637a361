"""EXCGEC's Table 7: the scores of descriptions against people's ratings."""

import pandas as pd

from gec_attribution.experiments.description_ratings.compute import MIN_SYSTEMS
from gec_attribution.statistics.bootstrap import MIN_SOURCES
from gec_attribution.tables.cells import with_intervals

_CAPTION = (
    "Correlation of the scores of descriptions with people's ratings (Table 7 of the paper on "
    "EXCGEC), and of two annotators with each other: over the means of systems, undefined for "
    f"fewer than {MIN_SYSTEMS}; and over the sentences of all systems. Order: of the pairs of "
    "systems that people rated differently in a sentence, the share that the score puts in the "
    "same order, ties half. 95 % intervals from resampled sentences; where there are fewer than "
    f"{MIN_SOURCES} sources, their number replaces the interval."
)
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


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per comparison.

    Args:
        table: rows of `experiments.description_ratings.compute`.
    """
    shown = table.assign(cell=with_intervals(table, 3))
    keys = ["dataset", "measure"]
    cells = shown.set_index([*keys, "level", "statistic"])["cell"].unstack(["level", "statistic"])
    first = shown.drop_duplicates(keys).set_index(keys)
    cells = cells.reindex(first.index)
    return pd.DataFrame(
        {
            "Dataset": first.index.get_level_values("dataset"),
            "Comparison": [_NAMES.get(name, name) for name in first.index.get_level_values(1)],
            **{title: cells[key].to_numpy() for key, title in _COLUMNS.items()},
            "Systems": first["systems"].map(str).to_numpy(),
            "Ratings": first["items"].map(str).to_numpy(),
        },
        index=pd.Index(first["signature"]),
    )
