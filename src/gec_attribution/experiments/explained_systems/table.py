"""EXCGEC's Tables 3 to 6: corrections and their explanations, scored against the reference."""

from collections.abc import Mapping

import pandas as pd

from gec_attribution.experiments.explained_systems import PUBLISHED, kind_of
from gec_attribution.experiments.explained_systems.labels import (
    CORRECTION_MEASURES,
    PARTS,
    QUOTATIONS,
    measure_column,
)
from gec_attribution.formatting.numerals import UNDEFINED
from gec_attribution.tables.columns import DATASET, Column, cells, out_of
from gec_attribution.tables.printed import EXPLANATION, published_rows


def join(
    tables: pd.DataFrame, kind: str, published_datasets: Mapping[str, str]
) -> pd.DataFrame:
    """The rows of one kind of corrections, as of `kind_of`, and those of the paper.

    `published_datasets` are names of data sets in the study, with their names in a paper.
    """
    theirs = []
    for dataset, published in published_datasets.items():
        if published == PUBLISHED:
            theirs += published_rows(dataset)
    printed = pd.DataFrame(theirs, columns=tables.columns)
    rows = pd.concat([tables, printed], ignore_index=True)
    return rows[rows["system"].map(kind_of) == kind]


def _measure(name: str) -> Column:
    """The column of a measure of explanations."""
    over_all = name in {"hit", "miss", *QUOTATIONS}
    return measure_column(name, "sentences" if over_all else "hit_sentences")


TRANSPOSED = True  # in a paper, a row for each measure
_COLUMNS = (
    DATASET,
    Column("Correction", "system"),
    Column("Explainer", "explainer", text=lambda name: name or UNDEFINED),
    Column("Runs", "runs"),
    Column("Unread", "unread"),
    Column("CLEME (P / R / F0.5)", "cleme"),
    Column("ChERRANT (P / R / F0.5)", "cherrant"),
    Column("Hits", "hits"),
    *map(_measure, (*EXPLANATION, *QUOTATIONS)),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set and solution, from rows of `join`."""
    scores = {name: _precision_recall_f(table, name) for name in CORRECTION_MEASURES}
    counts = {
        "unread": out_of(table, "unread", "sentences"),
        "hits": out_of(table, "hits", "edits"),
    }
    return cells(table.assign(**scores, **counts), _COLUMNS)


def _precision_recall_f(table: pd.DataFrame, name: str) -> list[str]:
    """The three scores of corrections in a cell; undefined for the reference."""
    precision, recall = (
        Column(part, f"{name}_{part}", 2, unit=100).cells(table) for part in PARTS[:2]
    )
    f = Column("F0.5", f"{name}_f0_5", 2, interval=True, sources="sentences", unit=100)
    shown = []
    for scores in zip(precision, recall, f.cells(table), strict=True):
        is_defined = scores[0] != UNDEFINED
        shown.append(" / ".join(scores) if is_defined else UNDEFINED)
    return shown
