"""Claims of the two papers in words, beside a study's numbers and its verdicts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from gec_attribution.experiments.paper_vs_reproduction import (
    attribution_claims,
    explanation_claims,
)
from gec_attribution.experiments.paper_vs_reproduction.answers import (
    DIFFERS,
    HOLDS,
    UNASKED,
    UNTESTED,
    Answer,
    Claim,
    Claimed,
    Rows,
)
from gec_attribution.formatting.numerals import decimals_for, with_interval
from gec_attribution.tables.printed import PRINTED

CLAIMS = {**attribution_claims.CLAIMS, **explanation_claims.CLAIMS}
"""Question of each claim, by its name in `printed.yaml`, which has its sentence."""
_COLUMNS = [
    "name",
    "place",
    "claim",
    "printed",
    "dataset",
    "models",
    "value",
    "low",
    "high",
    "test",
    "verdict",
    "found",
    "signature",
]


def join(*, claimed: Claimed, **tables: pd.DataFrame) -> pd.DataFrame:
    """Every claim about the study's languages: a row for each data set and metric or set of them.

    A claim is asked on the paper's data sets and on no others. The first SOME, IMPARA and PPL of a
    study are a set, and so are the second ones; a kind with fewer metrics repeats its last.

    Returns:
        name, place, claim, printed, dataset, models (labels), value, low, high, test, verdict
        (`HOLDS`, `UNTESTED`, `DIFFERS` or `UNASKED`), found (in words; the reason, where it cannot
        be asked), signature.
    """
    rows = []
    for name, (place, printed, datasets, sentence) in PRINTED["claims"].items():
        paper = "explanation" if place.startswith("EXCGEC") else "attribution"
        language = PRINTED["languages"][paper]
        for dataset, models, answer in _answers(
            CLAIMS[name], datasets, language, claimed, tables
        ):
            test = "" if answer.holds is None else answer.test or CLAIMS[name].test
            row = [name, place, sentence, str(printed), dataset, models]
            row += [answer.value, answer.low, answer.high]
            rows.append([*row, test, answer.verdict, answer.found, answer.signature])
    return pd.DataFrame(rows, columns=_COLUMNS)


def _answers(
    claim: Claim,
    papers_datasets: Sequence[str],
    language: str,
    claimed: Claimed,
    tables: Mapping[str, pd.DataFrame],
) -> Iterator[tuple[str, str, Answer]]:
    """Data set, labels of the metrics and answer, for each that a claim is asked of."""
    published = {
        name: paper
        for name, (paper, code) in claimed["datasets"].items()
        if code == language
    }
    labels = {name: label for name, _, label in claimed["models"]}
    groups = _groups(claim, claimed["models"])
    if published and not set(papers_datasets) & set(published.values()):
        lacking = f"the study lacks {' and '.join(papers_datasets)}"
        yield "", "", Answer(None, found=lacking)
    for dataset, paper in published.items():
        if paper not in papers_datasets:
            continue
        if not groups:
            yield dataset, "", Answer(None, found="the study has no such metric")
        for group in groups:
            models = ", ".join(labels[name] for name in group.values())
            yield dataset, models, claim.answer(Rows(tables, dataset, paper, group))


def _groups(
    claim: Claim, models: Sequence[tuple[str, str, str]]
) -> list[dict[str, str]]:
    """Metrics by type of which a claim is asked in each data set; none if it is about no metric."""
    if claim.per == "data set":
        return [{}]
    names = {
        kind: [name for name, type_, _ in models if type_ == kind]
        for kind in claim.kinds
    }
    if claim.per == "metric":
        return [{kind: name} for kind in names for name in names[kind]]
    groups = []
    for place in range(max(map(len, names.values()))):
        group = {}
        for kind, of_kind in names.items():
            if of_kind:
                group[kind] = of_kind[min(place, len(of_kind) - 1)]
        groups.append(group)
    return groups


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per claim of `join`, with the numbers of all data sets and metrics."""
    shown = []
    for _, rows in table.groupby("name", sort=False):
        first = rows.iloc[0]
        cells = [first["place"], first["claim"], first["printed"]]
        found = rows.apply(_found, axis=1).unique()
        cells += [_verdict(rows["verdict"]), "; ".join(found)]
        signatures = filter(None, rows["signature"].unique())
        shown.append([*cells, ";".join(signatures)])
    columns = ["In the paper", "Claim", "Printed", "Holds?", "Here", "signature"]
    return pd.DataFrame(shown, columns=columns).set_index("signature")


def _verdict(verdicts: pd.Series) -> str:
    """The verdicts of all data sets and metrics in words."""
    answered = verdicts[verdicts != UNASKED]
    if answered.empty:
        return UNASKED
    parts = []
    for name in (HOLDS, UNTESTED):
        count = (answered == name).sum()
        if count == len(answered):
            parts.append(name)
        elif count:
            parts.append(f"{name} in {count} of {len(answered)}")
    return ", ".join(parts) or DIFFERS


def _found(row: Mapping[str, Any]) -> str:
    """Data set, metrics and number of a row in words."""
    if row["verdict"] == UNASKED:
        return row["found"]
    about = " ".join(filter(None, [row["dataset"], row["models"]]))
    if pd.isna(row["value"]):
        return f"{about}: {row['found']}"
    decimals = max(2, decimals_for([row["value"]]))
    return f"{about} {with_interval(row['value'], row['low'], row['high'], decimals)}"
