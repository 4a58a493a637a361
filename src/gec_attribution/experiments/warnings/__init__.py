"""Counts of sentences that a study could score or attribute only in part, or not at all."""

from gec_attribution.experiments.declaration import Experiment, Reads, Table

EXPERIMENT = Experiment(
    name="warnings",
    section="1 The systems under each metric",
    text_columns=("where",),
    reads=(Reads.EDITS, Reads.UNALIGNED, Reads.COALITIONS, Reads.SCORES, Reads.REPORTS),
    settings=("coalitions", "explained"),
    options=None,
    tables=(
        Table(
            name="warnings", title="What was scored or attributed only in part", is_summarised=True
        ),
    ),
)
