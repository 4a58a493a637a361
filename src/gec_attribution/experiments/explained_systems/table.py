"""EXCGEC's Tables 3 to 6: corrections and their explanations, scored against the reference."""

from collections.abc import Mapping

import pandas as pd

from gec_attribution.experiments.explained_systems import PUBLISHED, kind_of
from gec_attribution.experiments.explained_systems.compute import (
    CORRECTION_MEASURES,
    PARTS,
    QUOTATIONS,
)
from gec_attribution.formatting.numerals import UNDEFINED, numeral
from gec_attribution.tables.cells import intervals
from gec_attribution.tables.printed import published_rows

_TITLES = {"cleme": "CLEME", "cherrant": "ChERRANT"}
_SHARES = {
    "hit": "Hit",
    "miss": "Miss",
    "accuracy": "Accuracy",
    "macro_f1": "Macro-F1",
    "bleu": "BLEU",
    "meteor": "METEOR",
    "rouge_1": "ROUGE-1",
    "rouge_2": "ROUGE-2",
    "rouge_l": "ROUGE-L",
    "quotes_edit": "Quotes the edit",
    "invented_quotation": "Invented quotation",
}


# The corrections of which a table has the paper's rows, too.
_IN_PAPER = {"multi_task": ["own"], "ground_truth": ["reference"], "pipelines": ["qwen-correct"]}


def join(tables: pd.DataFrame, kind: str, published_datasets: Mapping[str, str]) -> pd.DataFrame:
    """The rows of one kind of corrections, and those of the paper.

    Args:
        tables: rows of `compute`.
        kind: of corrections; see `kind_of`.
        published_datasets: the study's data sets that a paper has numbers about, each with its name
            there.
    """
    theirs = [
        row
        for dataset, published in published_datasets.items()
        if published == PUBLISHED
        for row in published_rows(dataset, _IN_PAPER[kind])
    ]
    ours = tables[tables["system"].map(kind_of) == kind]
    return pd.concat([ours, pd.DataFrame(theirs, columns=tables.columns)], ignore_index=True)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set and solution.

    Args:
        table: rows of `join`, with the names a reader knows.
    """
    columns: dict[str, object] = {
        "Dataset": table["dataset"],
        "Correction": table["system"],
        "Explainer": table["explainer"].replace("", UNDEFINED),
        "Runs": table["runs"].map(str),
        "Unread": [
            UNDEFINED if pd.isna(unread) else f"{round(unread, 1):,.10g} of {sentences:,.10g}"
            for unread, sentences in zip(table["unread"], table["sentences"], strict=True)
        ],
    }
    for name in CORRECTION_MEASURES:
        f = intervals(table, f"{name}_f0_5", "sentences", 2, unit=100)
        precision, recall = (
            [numeral(100 * value, 2) for value in table[f"{name}_{part}"]] for part in PARTS[:2]
        )
        columns[f"{_TITLES[name]} (P / R / F0.5)"] = [
            UNDEFINED if parts[0] == UNDEFINED else " / ".join(parts)
            for parts in zip(precision, recall, f, strict=True)
        ]
    columns["Hits"] = [
        UNDEFINED if pd.isna(edits) else f"{round(hits, 1):,.10g} of {round(edits, 1):,.10g}"
        for hits, edits in zip(table["hits"], table["edits"], strict=True)
    ]
    for name, title in _SHARES.items():
        columns[title] = _scores(table, name, 2, 100)
        if name == "macro_f1":
            columns["MAE"] = _scores(table, "mae", 2, 1)
    return pd.DataFrame(columns).set_index(table["signature"])


def _scores(table: pd.DataFrame, name: str, decimals: int, unit: float) -> list[str]:
    over_hits = name not in {"hit", "miss", *QUOTATIONS}
    return intervals(
        table, name, "hit_sentences" if over_hits else "sentences", decimals, unit=unit
    )
