"""Claims of the two papers in words, beside a study's numbers and what they say of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
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
from gec_attribution.tables.lookup import UnansweredError
from gec_attribution.tables.printed import PRINTED

CLAIMS: dict[str, Claim] = {**attribution_claims.CLAIMS, **explanation_claims.CLAIMS}
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
]
_COLUMNS += ["test", "verdict", "found", "signature"]


def join(*, claimed: Claimed, **tables: pd.DataFrame) -> pd.DataFrame:
    """Every claim about the study's languages: a row for each data set and metric or set of them.

    A claim is asked on the paper's data sets and on no others. The first SOME, IMPARA and PPL of a
    study are a set, and so are the second ones; a kind with fewer metrics repeats its last.

    Returns:
        name, place, claim, printed, dataset, models (labels), value, low, high, test, verdict
        (`HOLDS`, `UNTESTED`, `DIFFERS` or `UNASKED`), found (in words; the reason, where it cannot
        be asked), signature.
    """
    papers = claimed["datasets"]
    rows = []
    for name, (place, printed, datasets, sentence) in PRINTED["claims"].items():
        paper = "explanation" if place.startswith("EXCGEC") else "attribution"
        language = PRINTED["languages"][paper]
        spoken = {
            key: published
            for key, (published, code) in papers.items()
            if code == language
        }
        about = {
            key: published for key, published in spoken.items() if published in datasets
        }
        answers = []
        for dataset, published in about.items():
            results = Rows(tables, dataset, published)
            for models, answer in _answers(CLAIMS[name], results, claimed["models"]):
                answers.append((dataset, models, answer))
        if spoken and not about:
            answers = [
                (
                    "",
                    "",
                    Answer(None, found=f"the study lacks {' and '.join(datasets)}"),
                )
            ]
        for dataset, models, answer in answers:
            test = "" if answer.holds is None else answer.test or CLAIMS[name].test
            row = [name, place, sentence, str(printed), dataset, models]
            row += [answer.value, answer.low, answer.high]
            rows.append([*row, test, answer.verdict, answer.found, answer.signature])
    return pd.DataFrame(rows, columns=_COLUMNS)


def _answers(
    claim: Claim, rows: Rows, models: Sequence[tuple[str, str, str]]
) -> Iterator[tuple[str, Answer]]:
    """The labels of each metric or set of metrics of a claim, and the answer for them."""
    labels = {name: label for name, _, label in models}
    groups = _groups(claim, models)
    if not groups:
        yield "", Answer(None, found="the study has no such metric")
    for group in groups:
        if claim.per == "set" and len(group) < len(claim.kinds):
            answer = Answer(None, found="SOME, IMPARA and PPL are not all there")
        else:
            try:
                answer = claim.ask(replace(rows, models=group))
            except UnansweredError as reason:
                answer = Answer(None, found=str(reason))
        yield ", ".join(labels[name] for name in group.values()), answer


def _groups(
    claim: Claim, models: Sequence[tuple[str, str, str]]
) -> list[dict[str, str]]:
    """Metrics by type of which a claim is asked in each data set; none if it is about no metric."""
    if claim.per == "data set":
        return [{}]
    of_kind = {
        kind: [name for name, type_, _ in models if type_ == kind]
        for kind in claim.kinds
    }
    if claim.per == "metric":
        return [{kind: name} for kind, names in of_kind.items() for name in names]
    there = {kind: names for kind, names in of_kind.items() if names}
    most = max(map(len, of_kind.values()))
    return [
        {kind: names[min(place, len(names) - 1)] for kind, names in there.items()}
        for place in range(most)
    ]


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per claim of `join`, with the numbers of all data sets and metrics."""
    shown = []
    for _, rows in table.groupby("name", sort=False):
        first = rows.iloc[0]
        found = [_found(row) for _, row in rows.iterrows()]
        shown.append(
            {
                "In the paper": first["place"],
                "Claim": first["claim"],
                "Printed": first["printed"],
                "Holds?": _verdict(rows["verdict"]),
                "Here": "; ".join(dict.fromkeys(found)),
                "signature": ";".join(dict.fromkeys(filter(None, rows["signature"]))),
            }
        )
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
    numbers = (row["value"], row["low"], row["high"])
    return f"{about} {with_interval(*numbers, max(2, decimals_for([row['value']])))}"
