"""Section 4.4: how a metric ranks the systems' corrections of a sentence, against ERRANT's F0.5."""

from gec_attribution.experiments.declaration import Compared, Experiment, Reads, Table

EXPERIMENT = Experiment(
    name="meta_evaluation",
    section="4.4 Agreement with references",
    reads=(Reads.EDITS, Reads.REFERENCES, Reads.ENDS),
    options=None,
    needs="references",
    compared=Compared(("measure",)),
    tables=(Table(name="meta_evaluation", title="Section 4.4: meta-evaluation"),),
)
