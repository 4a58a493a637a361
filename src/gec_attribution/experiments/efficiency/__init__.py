"""Figure 5: the time that attributing a sentence takes, by its number of edits (section 4.5)."""

from typing import TYPE_CHECKING

from pydantic import Field

from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    OptionsOfDatasets,
    Reads,
    Table,
    scored_metrics,
)
from gec_attribution.games.coalitions import EXACT_UP_TO

if TYPE_CHECKING:
    from gec_attribution.config.study import Study


class Options(OptionsOfDatasets):
    """Options of the experiment."""

    most_edits: int = Field(
        default=EXACT_UP_TO, ge=1, description="Most edits measured."
    )
    sentences: int = Field(
        default=3,
        ge=1,
        description="Sentences measured for each number of edits, drawn by their content.",
    )


def _local_metrics(study: "Study", dataset: str) -> list[str]:
    """The metrics that run on this machine and need no reference."""
    return [
        name
        for name in scored_metrics(study, dataset)
        if not study.reads_references(name) and not study.metrics[name].of_a_service
    ]


EXPERIMENT = Experiment(
    name="efficiency",
    section="4.5 Efficiency",
    about="Figure 5; measured without the score store.",
    reads=(Reads.EDITS,),
    settings=("methods", "language"),
    scores=_local_metrics,
    is_timed=True,
    options=Options,
    figures=(Figure(name="efficiency", title="Figure 5: time by number of edits"),),
    verb="measure",
    tables=(Table(name="efficiency", title="Figure 5: times"),),
)
