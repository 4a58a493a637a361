"""Claims of the two papers in words, beside a study's numbers and what they say of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from gec_attribution.experiments.evaluation import Row
from gec_attribution.experiments.paper_vs_reproduction import (  # noqa: F401  (its claims)
    attribution_claims,
    explanation_claims,
)
from gec_attribution.experiments.paper_vs_reproduction.answers import (
    CLAIMS,
    DIFFERS,
    HOLDS,
    UNASKED,
    UNTESTED,
    Claim,
    Claimed,
    Rows,
    UnaskedError,
)
from gec_attribution.formatting.numerals import decimals_for, with_interval
from gec_attribution.tables.printed import PRINTED

_CLAIM = ["name", "place", "claim", "printed", "dataset", "models"]
_NUMBERS = ["value", "low", "high", "found", "signature"]
_COLUMNS = [*_CLAIM, "value", "low", "high", "test", "verdict", "found", "signature"]


def join(*, claimed: Claimed, **tables: pd.DataFrame) -> pd.DataFrame:
    """Every claim about the study's languages: a row for each data set and metric or set of them.

    A claim is asked on the paper's data sets and on no others. The first SOME, IMPARA and PPL of a
    study are a set, and so are the second ones; a kind with fewer metrics repeats its last.

    Returns:
        name, place, claim, printed, dataset, models (labels), value, low, high, test, verdict
        (`HOLDS`, `UNTESTED`, `DIFFERS` or `UNASKED`), found (in words; the reason, where it cannot
        be asked), signature.
    """
    papers, models = claimed["datasets"], claimed["models"]
    rows = []
    for name, (place, printed, datasets, claim) in PRINTED["claims"].items():
        paper = "explanation" if place.startswith("EXCGEC") else "attribution"
        language = PRINTED["languages"][paper]
        named = {"name": name, "place": place, "claim": claim, "printed": str(printed)}
        spoken = [dataset for dataset, (_, code) in papers.items() if code == language]
        about = [dataset for dataset in spoken if papers[dataset][0] in datasets]
        for dataset in about:
            rows_of_dataset = Rows(tables, dataset, papers[dataset][0])
            for labels, answer in _answers(CLAIMS[name], rows_of_dataset, models):
                rows.append({**named, "dataset": dataset, "models": labels, **answer})
        if spoken and not about:
            without = _unasked(f"the study lacks {' and '.join(datasets)}")
            rows.append({**named, "dataset": "", "models": "", **without})
    return pd.DataFrame(rows, columns=_COLUMNS)


def _answers(
    claim_asked: Claim, rows: Rows, models: Sequence[tuple[str, str, str]]
) -> Iterator[tuple[str, Row]]:
    """The labels of each metric or set of metrics of a claim, and the answer in a row's columns."""
    labels = {name: label for name, _, label in models}
    of_kind = {k: [name for name, kind, _ in models if kind == k] for k in claim_asked.kinds}
    if claim_asked.per == "data set":
        groups: list[dict[str, str]] = [{}]
    elif claim_asked.per == "metric":
        groups = [{kind: name} for kind, names in of_kind.items() for name in names]
    else:
        groups = [
            {kind: names[min(at, len(names) - 1)] for kind, names in of_kind.items() if names}
            for at in range(max(map(len, of_kind.values())))
        ]
    if not groups:
        yield "", _unasked("the study has no such metric")
    for group in groups:
        if claim_asked.per == "set" and len(group) < len(claim_asked.kinds):
            answer = _unasked("SOME, IMPARA and PPL are not all there")
        else:
            try:
                found = claim_asked.ask(replace(rows, models=group))
                answer = {name: getattr(found, name) for name in _NUMBERS}
                answer |= {"test": found.test or claim_asked.test, "verdict": found.verdict}
            except UnaskedError as reason:
                answer = _unasked(str(reason))
        yield ", ".join(labels[name] for name in group.values()), answer


def _unasked(reason: str) -> Row:
    return {"test": "", "verdict": UNASKED, "found": reason, "signature": ""}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per claim of `join`, with the numbers of all data sets and metrics."""
    shown = []
    for _, rows in table.groupby("name", sort=False):
        first = rows.iloc[0]
        answered = rows.loc[rows["verdict"] != UNASKED, "verdict"]
        counts = {name: (answered == name).sum() for name in (HOLDS, UNTESTED)}
        verdict = ", ".join(
            name if count == len(answered) else f"{name} in {count} of {len(answered)}"
            for name, count in counts.items()
            if count
        )
        found = [_found(row) for _, row in rows.iterrows()]
        shown.append(
            {
                "In the paper": first["place"],
                "Claim": first["claim"],
                "Printed": first["printed"],
                "Holds?": (verdict or DIFFERS) if len(answered) else UNASKED,
                "Here": "; ".join(dict.fromkeys(found)),
                "signature": ";".join(dict.fromkeys(filter(None, rows["signature"]))),
            }
        )
    columns = ["In the paper", "Claim", "Printed", "Holds?", "Here", "signature"]
    return pd.DataFrame(shown, columns=columns).set_index("signature")


def _found(row: Mapping[str, Any]) -> str:
    """Data set, metrics and number of a row in words."""
    if row["verdict"] == UNASKED:
        return row["found"]
    about = " ".join(filter(None, [row["dataset"], row["models"]]))
    if pd.isna(row["value"]):
        return f"{about}: {row['found']}"
    numbers = (row["value"], row["low"], row["high"])
    return f"{about} {with_interval(*numbers, max(2, decimals_for([row['value']])))}"
