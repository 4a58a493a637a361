"""Figure 3: whether the attribution of a group is the sum of those of its edits (section 4.3)."""

from pydantic import Field

from gec_attribution.experiments.declaration import (
    Experiment,
    ExperimentOptions,
    Figure,
    Finding,
    Reads,
    Table,
    differences_table,
)


class Options(ExperimentOptions):
    """Options of the experiment."""

    min_edits: int = Field(default=3, ge=2, description="Fewest edits of a sentence.")
    max_edits: int = Field(default=10, ge=2, description="Most edits of a sentence.")


EXPERIMENT = Experiment(
    name="consistency",
    section="4.3 Consistency",
    about="Figure 3. Needs every subset of a sentence's edits.",
    reads=(Reads.ALL_ATTRIBUTIONS, Reads.EDITS, Reads.COALITIONS, Reads.SCORES),
    settings=("methods", "coalitions"),
    options=Options,
    default=True,
    every_coalition=True,
    figures=(
        Figure(
            name="consistency",
            title="Figure 3: consistency",
            finding=Finding(
                "A group of edits has the sign of the sum of its edits in {lowest[value]:.0%} "
                "({lowest[method]}, {lowest[metric]}) to {highest[value]:.0%} ({highest[method]}, "
                "{highest[metric]}) of the cases.",
                column="value",
                where={"measure": "sign_agreement"},
            ),
        ),
    ),
    results=("consistency", "differences/consistency"),
    tables=(
        Table(name="consistency", title="Figure 3: what decides the correlation"),
        differences_table("consistency", "Figure 3: differences"),
    ),
)
