"""Dependence of edits on each other: its strength, their distance, their types."""

from pydantic import Field

from gec_attribution.experiments.declaration import (
    Experiment,
    ExperimentOptions,
    Figure,
    Reads,
    Table,
)


class Options(ExperimentOptions):
    """Options of the experiment."""

    min_frequency: int = Field(
        default=31, ge=1, description="Fewest pairs of edits of two error types."
    )


EXPERIMENT = Experiment(
    name="interactions",
    section="Beyond the paper",
    text_columns=("group", "one", "other"),
    about="Interactions of edits. Needs every subset of a sentence's edits.",
    reads=(Reads.INTERACTIONS,),
    settings=("language",),
    results=("interactions", "strongest_interactions"),
    options=Options,
    every_coalition=True,
    figures=(Figure(name="interactions", title="Which edits depend on each other"),),
    tables=(
        Table(name="interactions", title="Which edits depend on each other"),
        Table(
            name="strongest_interactions",
            title="The strongest interactions",
            module="strongest_table",
        ),
    ),
)
