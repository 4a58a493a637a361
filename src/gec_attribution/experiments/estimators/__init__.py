"""Errors of each estimator of Shapley values, and whether its intervals tell of them."""

from typing import Annotated

from pydantic import Field

from gec_attribution.experiments.declaration import (
    Datasets,
    Experiment,
    ExperimentOptions,
    Figure,
    Finding,
    Metrics,
    Reads,
    Table,
    scored_metrics,
)
from gec_attribution.experiments.estimators.labels import LABELS


class Options(ExperimentOptions):
    """Options of the experiment."""

    datasets: Datasets = None
    metrics: Metrics = None
    fewest_edits: int = Field(
        default=10, ge=5, description="Fewest edits of a sentence."
    )
    sentences: list[Annotated[int, Field(ge=0)]] = Field(
        default=[1, 1, 1, 1, 1, 1],
        min_length=1,
        description="Number of sentences with fewest_edits edits, with one edit more, and so on; N "
        "edits cost 2^N scores of each metric.",
    )
    permutations: list[Annotated[int, Field(ge=2)]] = Field(
        default=[8, 16, 32, 64, 128],
        min_length=1,
        description="Numbers of sampled permutations; the odd regression gets the same "
        "evaluations, or 2N + 2 for N edits if that is more.",
    )
    repetitions: int = Field(
        default=20,
        ge=1,
        description="Estimates of each sentence by each estimator, from different samples.",
    )


EXPERIMENT = Experiment(
    name="estimators",
    section="4.5 Efficiency",
    about="Table 2: errors and intervals of estimators of Shapley values, at the same evaluations; "
    "with those of the study's methods of type `shapiq`.",
    reads=(Reads.EDITS, Reads.WHOLE_SCORES, Reads.SOURCES, Reads.REFERENCE_TEXTS),
    settings=("language", "methods"),
    scores=scored_metrics,
    options=Options,
    figures=(
        Figure(name="estimators", title="Estimators of Shapley values by evaluations"),
    ),
    tables=(
        Table(
            name="estimators",
            title="Table 2: estimators of Shapley values",
            finding=Finding(
                "The smallest error of an estimate is {lowest[error]:.1%} of the mean size of φ "
                "({lowest[estimator]}, {lowest[metric]}, {lowest[evaluations]:.0f} scores a "
                "sentence), the largest {highest[error]:.0%} ({highest[estimator]}, "
                "{highest[metric]}, {highest[evaluations]:.0f}).",
                column="error",
                names={"estimator": LABELS},
            ),
        ),
    ),
    verb="compare",
)
