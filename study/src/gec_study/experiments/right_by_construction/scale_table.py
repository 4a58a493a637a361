"""The scale from edits that correct nothing to edits that are right, by metric."""

import pandas as pd

from gec_attribution.formatting.numerals import with_interval
from gec_study.experiments.right_by_construction.compute import (
    ALL,
    OTHER,
    OWN,
    POSITIVE,
    SHARED,
)

_HEADINGS = {OTHER: "Systems alone", SHARED: "Systems and a reference", OWN: "References"}
_KEYS = ["dataset", "metric"]
_NUMBERS = ["value", "low", "high", "sources"]


def join(tables: pd.DataFrame, probes: pd.DataFrame | None = None) -> pd.DataFrame:
    """The shares of positive φ of each kind of edits, a row per data set and metric.

    Args:
        tables: rows of `right_by_construction`.
        probes: those on edits that correct nothing; None where the study has no probes.
    """
    positive = tables[(tables["type"] == ALL) & (tables["measure"] == POSITIVE)]
    wide = positive.drop_duplicates(_KEYS)[[*_KEYS, "signature"]]
    for kind in _HEADINGS:
        numbers = positive[positive["kind"] == kind][[*_KEYS, *_NUMBERS]]
        wide = wide.merge(
            numbers.rename(columns={name: f"{kind}_{name}" for name in _NUMBERS}), on=_KEYS
        )
    if probes is None:
        return wide
    useless = probes[(probes["kind"] == ALL) & (probes["measure"] == "rewarded")]
    # One set of probes stands beside all data sets of their metric.
    numbers = useless.drop_duplicates("metric")[["metric", *_NUMBERS]]
    return wide.merge(
        numbers.rename(columns={name: f"probes_{name}" for name in _NUMBERS}), "left", "metric"
    )


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set and metric.

    Args:
        table: rows of `join`.
    """
    kinds = {"probes": "Probes", **_HEADINGS} if "probes_value" in table else _HEADINGS
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Metric": table["metric"],
            **{heading: _cells(table, kind) for kind, heading in kinds.items()},
        }
    ).set_index(table["signature"])


def _cells(table: pd.DataFrame, kind: str) -> list[str]:
    rows = table[[f"{kind}_{name}" for name in _NUMBERS]].itertuples(index=False, name=None)
    return [
        with_interval(
            100 * value,
            100 * low,
            100 * high,
            1,
            sources=None if pd.isna(sources) else int(sources),
        )
        for value, low, high, sources in rows
    ]
