"""Section 4.4: how a metric ranks the systems' corrections of a sentence, against ERRANT's F0.5."""

from gec_attribution.experiments.declaration import (
    Experiment,
    Finding,
    Reads,
    Table,
    differences_table,
)

EXPERIMENT = Experiment(
    name="meta_evaluation",
    section="4.4 Agreement with references",
    reads=(Reads.EDITS, Reads.REFERENCES, Reads.ENDS),
    options=None,
    needs="references",
    results=("meta_evaluation", "differences/meta_evaluation"),
    tables=(
        Table(
            name="meta_evaluation",
            title="Section 4.4: meta-evaluation",
            finding=Finding(
                "Of two corrections, {highest[metric]} prefers the one that the references prefer "
                "most often, in {highest[accuracy]:.1%} of the pairs of {highest[dataset]}; "
                "{lowest[metric]} least often, in {lowest[accuracy]:.1%} of those of "
                "{lowest[dataset]}.",
                column="accuracy",
            ),
        ),
        differences_table("meta_evaluation", "Section 4.4: differences"),
    ),
)
