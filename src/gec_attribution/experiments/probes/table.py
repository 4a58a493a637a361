"""Known-answer tests of metrics, a row for each measure."""

import pandas as pd

from gec_attribution.experiments.probes.labels import KINDS, MEASURES
from gec_attribution.formatting.numerals import with_interval
from gec_attribution.tables.columns import probability

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
