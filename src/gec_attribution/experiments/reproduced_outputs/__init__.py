"""Corrections that were made again, beside those that were published."""

from pydantic import Field

from gec_attribution.config.names import SystemName
from gec_attribution.experiments.declaration import (
    Experiment,
    ExperimentOptions,
    Reads,
    Table,
)


class Options(ExperimentOptions):
    """Options of the experiment."""

    pairs: dict[SystemName, SystemName] = Field(
        description="For each system that corrects again the one with the published corrections.",
    )


EXPERIMENT = Experiment(
    name="reproduced_outputs",
    section="1 The systems under each metric",
    about="Corrections made again beside the published ones, sentence by sentence.",
    reads=(Reads.EDITS,),
    settings=("language",),
    options=Options,
    results=("reproduced_outputs", "reproduced_lines"),
    tables=(
        Table(name="reproduced_outputs", title="Corrections made again"),
        Table(
            name="reproduced_lines",
            title="Corrections made again: where they differ",
            module="lines_table",
        ),
    ),
)
