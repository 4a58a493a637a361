"""Table 1: one correction in chunks, with the attribution of each."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from gec_attribution.config.models import Distinct, Problem, name_in
from gec_attribution.config.names import DatasetName, SystemName, metric_and_column
from gec_attribution.errors import unknown
from gec_attribution.experiments.declaration import (
    Experiment,
    ExperimentOptions,
    Reads,
    Table,
)

if TYPE_CHECKING:
    from gec_attribution.config.study import Study


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

    def columns(self, study: "Study") -> dict[str, list[str]]:
        """The metrics shown, and of each its score, or the components that are named."""
        columns: dict[str, list[str]] = {}
        for name in self.metrics or study.metrics:
            metric, column = metric_and_column(name)
            columns.setdefault(metric, []).append(column)
        return columns

    def problems(self, study: "Study") -> Iterator[Problem]:
        """Components that a metric does not have."""
        for name in self.metrics or ():
            metric, column = metric_and_column(name)
            components = study.components(metric)
            if components is not None and column not in {"score", *components}:
                known = [f"{metric}.{component}" for component in components]
                yield ".metrics", unknown("component", name, known)


def _weights_and_columns(study: Any, dataset: str, metric: str) -> dict[str, object]:
    """The weights of a metric's components, and the columns that are shown."""
    del dataset
    columns = study.options(EXPERIMENT).columns(study)[metric]
    return {"weights": study.metrics[metric].coefficients, "columns": columns}


EXPERIMENT = Experiment(
    name="case_study",
    section="5.1 Case study and bias",
    text_columns=("component", "of"),
    about="Table 1.",
    unit="metric",
    reads=(Reads.EDITS, Reads.COALITIONS, Reads.SCORES, Reads.SOURCES),
    settings=("methods", "coalitions", "language"),
    asks=_weights_and_columns,
    checks_texts=True,
    options=Options,
    tables=(Table(name="case_study", title="Table 1: case study"),),
)
