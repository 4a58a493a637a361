"""Figure 5: the time that attributing a sentence takes, by its number of edits (section 4.5)."""

from typing import Annotated

from pydantic import Field

from gec_attribution.experiments.declaration import (
    Datasets,
    Experiment,
    ExperimentOptions,
    Figure,
    Reads,
)


class Options(ExperimentOptions):
    """Options of the experiment."""

    datasets: Datasets = None
    max_edits: Annotated[int, Field(ge=1, description="Most edits measured.")] = 10
    sentences: Annotated[
        int,
        Field(
            ge=1, description="Sentences measured for each number of edits, drawn by their content."
        ),
    ] = 3


EXPERIMENT = Experiment(
    name="efficiency",
    section="4.5 Efficiency",
    about="Figure 5; measured without the score store.",
    reads=(Reads.EDITS,),
    settings=("methods", "language"),
    scores="timed",
    environment="scores",
    options=Options,
    figures=(Figure(name="efficiency", title="Figure 5: time by number of edits"),),
    verb="measure",
)
