"""Known-answer tests of metrics, a row for each measure."""

import pandas as pd

from gec_attribution.formatting.numerals import with_interval
from gec_attribution.tables.columns import probability

KINDS = {
    "reference": "of references",
    "shared": "of systems and a reference",
    "other": "of systems alone",
    "useless": "that correct nothing",
    "real": "real, beside them",
}
MEASURES = {
    "positive": ("φ > 0, %", 100, 1),
    "preferred": ("preferred to the source, %", 100, 1),
    "tau": ("Kendall's τ", 1, 3),
    "normalised": ("mean normalised φ", 1, 3),
    "difference": ("difference, %", 100, 1),
    "size": ("mean size of the difference, %", 100, 1),
    "sign_changes": ("pairs whose signs differ, %", 100, 1),
}
"""Name, unit and digits of each measure."""
_SIGNED = ("difference", "normalised", "tau")


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric, kind, group and measure."""
    rows = table[["measure", "value", "low", "high", "sources"]].itertuples(index=False)
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Metric": table["metric"],
            "Edits": [KINDS.get(kind, kind) for kind in table["kind"]],
            "Group": table["group"],
            "Measure": table["measure"].map(lambda measure: MEASURES[measure][0]),
            "Value": [_cell(*row) for row in rows],
            "p (Holm)": table["p_holm"].map(probability),
            "Items": table["items"].map("{:,}".format),
            "Missing": table["missing"].map(str),
        }
    ).set_index(table["signature"])


def _cell(measure: str, value: float, low: float, high: float, sources: int) -> str:
    _, unit, digits = MEASURES[measure]
    bounds = (unit * value, unit * low, unit * high)
    return with_interval(*bounds, digits, sources=int(sources), signed=measure in _SIGNED)
