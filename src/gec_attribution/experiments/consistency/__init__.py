"""Figure 3: whether the attribution of a group is the sum of those of its edits (section 4.3)."""

from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Finding,
    Reads,
    Table,
    at_least,
    differences_table,
)

EXPERIMENT = Experiment(
    name="consistency",
    section="4.3 Consistency",
    about="Figure 3. It needs every subset of a sentence's edits; without it, only the subsets "
    "that the methods need are scored.",
    reads=(Reads.ALL_ATTRIBUTIONS, Reads.EDITS, Reads.COALITIONS, Reads.SCORES),
    settings=("methods", "coalitions"),
    options={
        "min_edits": at_least(2, 3, "Fewest edits of a sentence."),
        "max_edits": at_least(2, 10, "Most edits of a sentence."),
    },
    default=True,
    every_coalition=True,
    figures=(
        Figure(
            name="consistency",
            title="Figure 3: consistency",
            finding=Finding(
                text=(
                    "A group of edits has the sign of the sum of its edits in "
                    "{lowest[value]:.0%} ({lowest[method]}, {lowest[metric]}) to "
                    "{highest[value]:.0%} ({highest[method]}, {highest[metric]}) of the "
                    "cases."
                ),
                column="value",
                where={"measure": "sign_agreement"},
            ),
        ),
    ),
    results=("consistency", "granularity", "differences/consistency"),
    text_columns=("granularity",),
    tables=(
        Table(
            name="granularity",
            title="Consistency across granularities",
            result="granularity",
            module="granularity_table",
        ),
        Table(name="consistency", title="Figure 3: what decides the correlation"),
        differences_table("consistency", "Figure 3: differences"),
    ),
)
