"""Figure 7: each system's precision by type of error, as a metric sees it."""

from pydantic import Field

from gec_attribution.config.names import MetricName
from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Finding,
    OptionsOfDatasets,
    Reads,
    Table,
)


class Options(OptionsOfDatasets):
    """Options of the experiment."""

    metrics: list[MetricName] | None = Field(
        default=None,
        min_length=1,
        description="Metrics with a figure; the table has all. Null draws all.",
    )
    min_frequency: int = Field(
        default=10, ge=1, description="Fewest edits of an error type."
    )


EXPERIMENT = Experiment(
    name="precision",
    section="5.2 Precision by error type",
    about="Figure 7, and what each type of error adds to a system's mean score.",
    text_columns=("group",),
    results=("precision", "score_decomposition"),
    unit="metric",
    reads=(Reads.ATTRIBUTIONS, Reads.ENDS),
    options=Options,
    default=True,
    figures=(
        Figure(
            name="precision",
            title="Figure 7: precision by error type and system",
            unit="metric",
            finding=Finding(
                "Under {lowest[metric]}, precision on {lowest[dataset]} is lowest for the "
                "{lowest[type]} edits of {lowest[system]} ({lowest[precision]:.0%}) and highest "
                "for the {highest[type]} edits of {highest[system]} ({highest[precision]:.0%}).",
                column="precision",
            ),
            takes=("min_frequency",),
        ),
    ),
    tables=(
        Table(name="precision", title="Figure 7: precision"),
        Table(
            name="score_decomposition",
            title="Where the scores come from",
            module="decomposition_table",
        ),
    ),
)
