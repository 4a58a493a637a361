"""Preferred edits: of two corrections that differ by one edit, which do people prefer?"""

from pydantic import Field

from gec_attribution.config.names import SystemName
from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Finding,
    OptionsOfMetrics,
    Reads,
    Table,
    scored_metrics,
)
from gec_attribution.experiments.preferred_edits.labels import PREDICTORS


class Options(OptionsOfMetrics):
    """Options of the experiment."""

    rewrites: list[SystemName] = Field(
        default=[],
        description="Corrections by people among those ranked. They vote in no agreement, and "
        "numbers are given with and without the pairs that only they bring in.",
    )


EXPERIMENT = Experiment(
    name="preferred_edits",
    section="Against people",
    about=(
        "Of two corrections that differ by one edit, which one people prefer: by the metric's "
        "difference, φ of the edit, the agreement of other systems and others, on data sets with "
        "`rankings`."
    ),
    reads=(Reads.EDITS, Reads.RANKINGS),
    settings=("language", "methods", "coalitions"),
    asks=lambda study, dataset, _: {"rankings": list(study.datasets[dataset].rankings)},
    options=Options,
    scores=scored_metrics,
    needs="rankings",
    results=(
        "preferred_edits",
        "preferred_edits_differences",
        "preferred_edits_added",
        "preferred_edits_primary",
    ),
    figures=(
        Figure(
            name="preferred_edits", title="Which of two corrections do people prefer?"
        ),
    ),
    tables=(
        Table(
            name="preferred_edits",
            title="Which of two corrections do people prefer?",
            finding=Finding(
                "Of two corrections that differ by one edit, the AUC of the one that people "
                "prefer is highest for {highest[predictor]} {highest[metric]} "
                "({highest[value]:.2f}, {highest[judged]}), lowest for {lowest[predictor]} "
                "{lowest[metric]} "
                "({lowest[value]:.2f}, {lowest[judged]}).",
                column="value",
                where={"measure": "auc", "pairs_of": "systems"},
                names={"predictor": PREDICTORS},
            ),
        ),
        Table(
            name="preferred_edits_differences",
            title="Predictors of preferred edits, two by two",
            module="differences_table",
        ),
        Table(
            name="preferred_edits_added",
            title="What one predictor of preferred edits adds to others",
            module="added_table",
        ),
        Table(
            name="preferred_edits_primary",
            title="Primary tests of preferred edits",
            module="primary_table",
        ),
    ),
)
