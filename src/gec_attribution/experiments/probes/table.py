"""Known-answer tests of metrics, a row for each measure."""

import pandas as pd

from gec_attribution.experiments.probes.labels import KINDS, MEASURES
from gec_attribution.formatting.numerals import with_interval
from gec_attribution.tables.columns import probability

_SIGNED = ("difference", "normalised", "tau")


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric, kind, group and measure."""
    titles = {name: title for name, (title, _, _) in MEASURES.items()}
    shown = pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Metric": table["metric"],
            "Edits": table["kind"].replace(KINDS),
            "Group": table["group"],
            "Measure": table["measure"].map(titles),
            "Value": [_cell(row) for _, row in table.iterrows()],
            "p (Holm)": table["p_holm"].map(probability),
            "Items": table["items"].map("{:,}".format),
            "Missing": table["missing"].map(str),
        }
    )
    return shown.set_index(table["signature"])


def _cell(row: pd.Series) -> str:
    measure = row["measure"]
    _, unit, digits = MEASURES[measure]
    value, low, high = unit * row[["value", "low", "high"]]
    return with_interval(
        value, low, high, digits, sources=int(row["sources"]), signed=measure in _SIGNED
    )
