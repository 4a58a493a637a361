"""Figure 5: the time that attributing a sentence takes, by its number of edits (section 4.5)."""

from pydantic import Field

from gec_attribution.experiments.declaration import (
    Datasets,
    Experiment,
    ExperimentOptions,
    Figure,
    Reads,
)
from gec_attribution.games.coalitions import EXACT_UP_TO


class Options(ExperimentOptions):
    """Options of the experiment."""

    datasets: Datasets = None
    most_edits: int = Field(default=EXACT_UP_TO, ge=1, description="Most edits measured.")
    sentences: int = Field(
        default=3,
        ge=1,
        description="Sentences measured for each number of edits, drawn by their content.",
    )


EXPERIMENT = Experiment(
    name="efficiency",
    section="4.5 Efficiency",
    about="Figure 5; measured without the score store.",
    reads=(Reads.EDITS,),
    settings=("methods", "language"),
    scores="timed",
    options=Options,
    figures=(Figure(name="efficiency", title="Figure 5: time by number of edits"),),
    verb="measure",
)
