"""Names of a study's entries, as other entries and experiments give them."""

from typing import Annotated

from gec_attribution.config.models import name_in

OWN, REFERENCE = "own", "reference"
"""Corrections that are no system's: those of an explainer itself, and the first reference."""

DatasetName = Annotated[str, name_in("datasets")]
SystemName = Annotated[str, name_in("systems")]
MetricName = Annotated[str, name_in("metrics")]
CorrectionsName = Annotated[str, name_in("systems", OWN, REFERENCE)]


def metric_and_column(name: str) -> tuple[str, str]:
    """Metric and column of a name: the text after a point is a component, without one `score`."""
    metric, _, component = name.partition(".")
    return metric, component or "score"
