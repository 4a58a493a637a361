"""Predictors of right edits: attributions compared with baselines without a metric."""

from gec_attribution.experiments.chance.labels import PREDICTORS
from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Finding,
    Reads,
    Table,
)

EXPERIMENT = Experiment(
    name="chance",
    section="Against chance",
    about=(
        "Predictors of a right edit (attributions, agreement of systems and others) by "
        "references, and by people on data sets whose `experiments` name it."
    ),
    reads=(
        Reads.ALL_ATTRIBUTIONS,
        Reads.REFERENCES,
        Reads.JUDGED,
        Reads.JUDGED_SYSTEMS,
        Reads.SOURCES,
        Reads.OTHER_ATTRIBUTIONS,
        Reads.OTHER_REFERENCES,
    ),
    settings=("lines", "language"),
    default=True,
    needs="references",
    own_datasets=True,
    results=(
        "chance",
        "chance_differences",
        "chance_added",
        "chance_metrics",
        "chance_truths",
    ),
    figures=(Figure(name="chance", title="What predicts a right edit"),),
    tables=(
        Table(
            name="chance_pairs",
            title="Of 100 pairs of a right and a wrong edit of one correction",
            finding=Finding(
                "Within a correction, the AUC of right against wrong edits is highest for "
                "{highest[predictor]} {highest[metric]} ({highest[value]:.2f}, "
                "{highest[dataset]}), lowest for {lowest[predictor]} {lowest[metric]} "
                "({lowest[value]:.2f}, {lowest[dataset]}).",
                column="value",
                where={"measure": "auc_within"},
                names={"predictor": PREDICTORS},
            ),
            module="pairs_table",
        ),
        Table(name="chance", title="What predicts a right edit"),
        Table(
            name="chance_differences",
            title="Attributions against the best of what needs no metric",
            module="differences_table",
        ),
        Table(
            name="chance_added",
            title="What attributions add to error type and agreement of systems",
            module="added_table",
        ),
        Table(
            name="chance_metrics",
            title="Attributions of two metrics as predictors of right edits",
            module="metrics_table",
        ),
        Table(
            name="chance_truths",
            title="People and references on the same edits",
            module="truths_table",
            is_made=lambda study: any(
                study.is_judged(name) and entry.references
                for name, entry in study.datasets.items()
            ),
        ),
    ),
)
