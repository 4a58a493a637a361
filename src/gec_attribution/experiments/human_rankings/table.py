"""Whether metrics rank corrections, and systems, as people do."""

import pandas as pd

from gec_attribution.statistics.bootstrap import MIN_SOURCES
from gec_attribution.tables.cells import intervals

_HEADINGS = {
    "accuracy": "Accuracy",
    "kendall": "τ",
    "ts_pearson": "r (TrueSkill)",
    "ts_spearman": "ρ (TrueSkill)",
    "ew_pearson": "r (wins)",
    "ew_spearman": "ρ (wins)",
}


def caption(table: pd.DataFrame) -> str:
    """How to read the table."""
    sentences = f"{table['sentences'].max():,}" if len(table) else "no"
    return (
        "Agreement of metrics with people's rankings of corrections (SEEDA), judged by edits "
        "(SEEDA-E) or as sentences (SEEDA-S), with 95 % intervals. Sentences: the share of pairs "
        "of corrections that the metric orders as a person did, and Kendall's τ. Systems: "
        "correlation of mean scores with people's scores of the systems by TrueSkill and expected "
        f"wins, over twelve systems (base) or fourteen (+ fluency), on {sentences} sentences; "
        "where there are fewer than "
        f"{MIN_SOURCES}, their number replaces the interval."
    )


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each metric, kind of judgement and set of systems.

    Args:
        table: rows of `experiments.human_rankings.compute`.
    """
    return pd.DataFrame(
        {
            "Metric": table["metric"],
            "Judged": table["judged"],
            "Systems": table["systems"],
            **{
                heading: intervals(table, measure, "sentences", 3)
                for measure, heading in _HEADINGS.items()
            },
            "Pairs": [f"{count:,}" for count in table["pairs"]],
            "Ties": [f"{count:,}" for count in table["ties"]],
        }
    ).set_index(table["signature"])
