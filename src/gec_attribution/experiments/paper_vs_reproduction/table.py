"""The numbers printed in the two papers, next to a study's own."""

from collections.abc import Callable, Mapping

import pandas as pd

from gec_attribution.experiments.paper_vs_reproduction.answers import Claimed
from gec_attribution.explanations.records import WHOLE
from gec_attribution.explanations.taxonomy import ERROR_TYPES, OTHER
from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.columns import DATASET, METRIC, SYSTEM, Column, cells
from gec_attribution.tables.labels import MEASURES
from gec_attribution.tables.printed import (
    CORRECTION,
    EXPLANATION,
    case_measure,
    numbers,
    solution,
)

_KEY = ["dataset", "metric", "system", "measure"]
_MEASURES = {
    **MEASURES,
    "corpus_score": "mean score",
    "major_types": "major types",
    "minor_types": "minor types",
    "edits": "edits/sentence",
    "characters": "characters/sentence",
    "cleme_precision": "CLEME P",
    "cleme_recall": "CLEME R",
    "cleme_f0_5": "CLEME F0.5",
    "cherrant_precision": "ChERRANT P",
    "cherrant_recall": "ChERRANT R",
    "cherrant_f0_5": "ChERRANT F0.5",
}
_KINDS = {"perplexity": "ppl"}
_COLUMNS = (
    Column("In the paper", "place"),
    DATASET,
    METRIC,
    SYSTEM,
    Column("Measure", "measure"),
    Column("Published", "published"),
    Column("Ours", "ours", 3, interval=True, sources=None),
    Column("Difference", "difference", 3, signed=True),
)


def join(*, claimed: Claimed, **tables: pd.DataFrame | None) -> pd.DataFrame:
    """Published numbers with their counterparts in the study.

    Data sets, metrics and systems are named as in the configuration. Data sets without a name in a
    paper are left out; metrics are compared with the paper's of the same type, and systems with
    those of the same names in the paper's study.

    Returns:
        In the order of `printed.numbers`: place, dataset, metric, system, measure, published, ours,
        low, high (NaN for corpus scores), difference (ours − published), signature.
    """
    parts = [_PARTS[name](table) for name, table in tables.items() if table is not None]
    if not parts:
        parts = [pd.DataFrame(columns=[*_KEY, "ours", "low", "high", "signature"])]
    ours = pd.concat(parts)
    papers = {name: paper for name, (paper, _) in claimed["datasets"].items()}
    kinds = {name: _KINDS.get(kind, kind) for name, kind, _ in claimed["models"]}
    ours["dataset_there"] = ours["dataset"].map(papers).astype(str)
    ours["metric_there"] = ours["metric"].replace(kinds)
    there = ["dataset_there", "metric_there", "system", "measure"]
    printed = pd.DataFrame(numbers(), columns=["place", *there, "published"])
    table = printed.merge(ours, on=there, validate="one_to_many")
    table["difference"] = table["ours"] - table["published"]
    return table[
        ["place", *_KEY, "published", "ours", "low", "high", "difference", "signature"]
    ]


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per number of `join`."""
    digits = [2 if place.startswith("EXCGEC") else 3 for place in table["place"]]
    names = table[["metric", "measure"]].replace(_MEASURES)
    printed = list(map(numeral, table["published"], digits))
    return cells(table.assign(**names, published=printed), _COLUMNS)


def _measured(table: pd.DataFrame, *measures: str, unit: float = 1) -> pd.DataFrame:
    """Measures of an evaluation, in the columns that the comparison has."""
    parts = []
    for measure in measures:
        part = table[["dataset", "signature"]].assign(measure=measure)
        part["metric"] = table.get("metric", "")
        part["system"] = table.get("system", "")
        part["ours"] = unit * table[measure]
        part["low"] = unit * table.get(f"{measure}_low", float("nan"))
        part["high"] = unit * table.get(f"{measure}_high", float("nan"))
        parts.append(part)
    return pd.concat(parts)


def _of_example(table: pd.DataFrame) -> pd.DataFrame:
    """φ of the edited chunks of Table 1."""
    edited = table[table["type"].fillna("") != ""]
    measures = (edited.groupby("metric").cumcount() + 1).map(case_measure)
    return _measured(edited, "phi").assign(measure=measures)


def _of_corpora(table: pd.DataFrame) -> pd.DataFrame:
    """Tables 1 and 2 of the paper on EXCGEC."""
    majors = {each.major for label, each in ERROR_TYPES.items() if label != OTHER}
    table = table[table["group"] == WHOLE]
    table = table.assign(major_types=len(majors), minor_types=len(ERROR_TYPES) - 1)
    return _measured(
        table, "major_types", "minor_types", "sentences", "edits", "characters"
    )


def _of_explanations(table: pd.DataFrame) -> pd.DataFrame:
    """Tables 3 to 6, in percent but for MAE."""
    pairs = zip(table["explainer"], table["system"], strict=True)
    table = table.assign(system=[solution(*pair) for pair in pairs])
    measures = [name for name in (*CORRECTION, *EXPLANATION) if name != "mae"]
    in_percent = _measured(table, *measures, unit=100)
    return pd.concat([in_percent, _measured(table, "mae")])


def _of_ratings(table: pd.DataFrame) -> pd.DataFrame:
    """Table 7."""
    rows = table[table["level"] == "system"].assign(system="people")
    columns = {"measure": "metric", "statistic": "measure", "value": "ours"}
    return rows.rename(columns=columns)[[*_KEY, "ours", "low", "high", "signature"]]


_PARTS: Mapping[str, Callable[[pd.DataFrame], pd.DataFrame]] = {
    "meta_evaluation": lambda table: _measured(table, "accuracy", "kendall"),
    # Corpus scores are repeated with every type of error.
    "precision": lambda table: _measured(table, "corpus_score").drop_duplicates(_KEY),
    "corpus_statistics": _of_corpora,
    "explained_systems": _of_explanations,
    "description_ratings": _of_ratings,
    "case_study": _of_example,
}
"""Numbers of each experiment in the columns that the comparison has."""
