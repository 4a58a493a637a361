"""Figure 2: how many edits the systems make in a sentence."""

from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Finding,
    Reads,
    Table,
)

EXPERIMENT = Experiment(
    name="edit_counts",
    section="4.1 Settings",
    reads=(Reads.EDITS,),
    options=None,
    figures=(
        Figure(
            name="cumulative_edits",
            title="Figure 2: number of edits",
            finding=Finding(
                "Every system corrects {lowest[ratio]:.1%} of the sentences or more with at most "
                "{lowest[edits]} edits ({lowest[system]} the fewest).",
                column="ratio",
                where={"edits": "exact_up_to"},
            ),
            takes=("exact_up_to",),
        ),
    ),
    tables=(
        Table(
            name="edit_counts",
            title="Figure 2: sentences in reach",
            takes=("exact_up_to",),
        ),
    ),
)
