"""Scores of the systems: F0.5 (of Chinese ChERRANT's and CLEME's) and GLEU, and every metric's."""

from pydantic import Field

from gec_attribution.config.names import MetricName
from gec_attribution.experiments.declaration import (
    Experiment,
    ExperimentOptions,
    Finding,
    Reads,
    Table,
)


class Options(ExperimentOptions):
    """Options of the experiment."""

    metrics: list[MetricName] | None = Field(
        default=None,
        description="Metrics with mean scores in the table; null takes all, [] none.",
    )


EXPERIMENT = Experiment(
    name="system_scores",
    section="1 The systems under each metric",
    about="Scores of the systems: F0.5 against references (ERRANT's, of Chinese ChERRANT's and "
    "CLEME's), GLEU, and every metric's.",
    reads=(Reads.SOURCES, Reads.FOUND_EDITS, Reads.REFERENCES, Reads.ENDS),
    settings=("language", "pipeline"),
    options=Options,
    default=True,
    tables=(
        Table(
            name="system_scores",
            title="The systems",
            finding=Finding(
                "Against its references, F0.5 on {highest[dataset]} is highest for "
                "{highest[system]} ({highest[f]:.2%}).",
                column="f",
            ),
        ),
    ),
)
