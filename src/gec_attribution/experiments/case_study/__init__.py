"""Table 1: one correction in chunks, with the attribution of each."""

from typing import Annotated

from pydantic import Field

from gec_attribution.config.models import Distinct, name_in
from gec_attribution.config.names import DatasetName, SystemName
from gec_attribution.experiments.declaration import Experiment, ExperimentOptions, Reads, Table


class Options(ExperimentOptions):
    """Options of the experiment."""

    dataset: DatasetName = Field(description="Data set of the sentence.")
    system: SystemName = Field(description="System that corrected it.")
    line: int = Field(ge=1, description="Its line in the corpus; the first is 1.")
    metrics: Annotated[
        list[Annotated[str, name_in("metrics", components=True)]] | None,
        Field(
            min_length=1,
            description="Metrics and components shown, as in `some.fluency`; null takes all "
            "metrics.",
        ),
        Distinct,
    ] = None


EXPERIMENT = Experiment(
    name="case_study",
    section="5.1 Case study and bias",
    text_columns=("component", "of"),
    about="Table 1.",
    unit="metric",
    reads=(Reads.EDITS, Reads.COALITIONS, Reads.SCORES, Reads.SOURCES),
    settings=("methods", "coalitions", "language", "weights"),
    of_chosen_metrics=True,
    checks_texts=True,
    options=Options,
    tables=(Table(name="case_study", title="Table 1: case study"),),
)
