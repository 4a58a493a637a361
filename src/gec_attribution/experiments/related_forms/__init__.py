"""Related ways to weigh single edits, beside Shapley values of the same edits."""

from pydantic import Field

from gec_attribution.config.models import Name
from gec_attribution.experiments.declaration import (
    Datasets,
    Experiment,
    ExperimentOptions,
    Form,
    Reads,
    Table,
)


class Options(ExperimentOptions):
    """Options of the experiment."""

    datasets: Datasets = None
    sentences: int = Field(
        default=200,
        ge=1,
        description="Corrected sentences compared, with 2 edits or more, drawn by content.",
    )
    forms: dict[Name, Form] = Field(
        min_length=1,
        description="Forms by name, each with a `label`, a `metric` and a `method`, as "
        "under `metrics` and `methods`.",
    )


EXPERIMENT = Experiment(
    name="related_forms",
    section="Beyond the paper",
    text_columns=("form",),
    about=(
        "Agreement of other weights of single edits with Shapley values, on data sets with "
        "references."
    ),
    reads=(Reads.EDITS, Reads.SOURCES, Reads.REFERENCE_TEXTS, Reads.SHAPLEY_ATTRIBUTIONS),
    settings=("coalitions", "methods", "language"),
    scores="forms",
    options=Options,
    needs="references",
    tables=(Table(name="related_forms", title="Related forms of weighing edits"),),
)
