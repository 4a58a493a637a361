"""EXCGEC's Table 2: how long the sentences are, and how many edits they have."""

import pandas as pd

from gec_attribution.experiments.explained_corpora.compute import WHOLE
from gec_attribution.statistics.bootstrap import MIN_SOURCES
from gec_attribution.tables.cells import intervals

_CAPTION = (
    "Sentences, edits per sentence and characters per source of the explained references, by the "
    "corpus or topic that they come from (Table 2 of the paper on EXCGEC), with 95 % intervals. "
    "Changed: share of the sentences that have an edit. Where there are fewer than "
    f"{MIN_SOURCES} sources, their number replaces the interval."
)


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set and domain, and one for all domains of a data set.

    Args:
        table: rows of `experiments.explained_corpora.compute.corpus_statistics`.
    """
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "From": table["group"].replace(WHOLE, "all"),
            "Sentences": [f"{count:,}" for count in table["sentences"]],
            "Edits/sentence": intervals(table, "edits", "sentences", 2),
            "Characters/sentence": intervals(table, "characters", "sentences", 1),
            "Changed": [f"{share:.1%}" for share in table["changed"]],
        }
    ).set_index(table["signature"])
