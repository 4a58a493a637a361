"""Names of measures, as the tables have them; see docs/excgec.md."""

from gec_attribution.tables.columns import Column
from gec_attribution.tables.labels import MEASURES

CORRECTION_MEASURES = {
    "cleme": ("cleme", "dependent", "corpus", "weighted"),
    "cherrant": ("cherrant", "all"),
}
"""Place of each measure of corrections among its scores."""
PARTS = ("precision", "recall", "f0_5")
QUOTATIONS = ("quotes_edit", "invented_quotation", "invented_correction")


def measure_column(name: str, sources: str = "sentences") -> Column:
    """The column of a measure of explanations, in percent but for MAE."""
    heading = MEASURES[name][0].upper() + MEASURES[name][1:]
    unit = 1 if name == "mae" else 100
    return Column(heading, name, 2, interval=True, sources=sources, unit=unit)
