"""Figure 4: whether edits of positive attribution are those that a reference has (section 4.4)."""

from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Reads,
    Table,
    differences_table,
)

EXPERIMENT = Experiment(
    name="agreement",
    section="4.4 Agreement with references",
    about="Figure 4.",
    reads=(Reads.ALL_ATTRIBUTIONS, Reads.REFERENCES),
    default=True,
    needs="references",
    results=("agreement", "differences/agreement"),
    figures=(
        Figure(name="agreement", title="Figure 4: agreement with the references"),
        Figure(
            name="agreement_one_reference",
            title="Figure 4: agreement, with one reference for all methods",
            module="one_reference_figure",
        ),
    ),
    tables=(
        Table(name="agreement", title="Figure 4: agreement over all edits"),
        differences_table("agreement", "Figure 4: differences"),
    ),
)
