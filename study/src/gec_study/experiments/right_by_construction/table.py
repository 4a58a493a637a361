"""Edits that are right by construction, in numbers."""

import pandas as pd

from gec_attribution.formatting.numerals import with_interval
from gec_study.experiments.right_by_construction.compute import (
    OTHER,
    OWN,
    POSITIVE,
    PREFERRED,
    SHARED,
    TAU,
)
from gec_study.tables.cells import probability

_KINDS = {OWN: "references", SHARED: "systems and a reference", OTHER: "systems alone"}
_MEASURES = {POSITIVE: "φ > 0, %", PREFERRED: "preferred to the source, %", TAU: "Kendall's τ"}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric, kind of edits, type and measure.

    Args:
        table: rows of `right_by_construction`.
    """
    unit = table["measure"].map({POSITIVE: 100, PREFERRED: 100, TAU: 1})
    digits = table["measure"].map({POSITIVE: 1, PREFERRED: 1, TAU: 3})
    numbers = zip(
        *(unit * table[name] for name in ("value", "low", "high")),
        digits,
        table["sources"],
        strict=True,
    )
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Metric": table["metric"],
            "Edits of": table["kind"].map(_KINDS),
            "Type": table["type"],
            "Measure": table["measure"].map(_MEASURES),
            "Value": [
                with_interval(value, low, high, places, sources=sources)
                for value, low, high, places, sources in numbers
            ],
            "p (Holm)": table["p_holm"].map(probability),
            "Items": table["items"].map("{:,}".format),
            "Missing": table["missing"].map(str),
        }
    ).set_index(table["signature"])
