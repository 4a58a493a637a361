"""Section 4.4: how a metric ranks the systems' corrections of a sentence, against ERRANT's F0.5."""

from gec_attribution.experiments.declaration import Experiment, Reads, Table, differences_table

EXPERIMENT = Experiment(
    name="meta_evaluation",
    section="4.4 Agreement with references",
    reads=(Reads.EDITS, Reads.REFERENCES, Reads.ENDS),
    options=None,
    needs="references",
    results=("meta_evaluation", "differences/meta_evaluation"),
    tables=(
        Table(name="meta_evaluation", title="Section 4.4: meta-evaluation"),
        differences_table("meta_evaluation", "Section 4.4: differences"),
    ),
)
