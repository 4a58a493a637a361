"""Counts of all that a study could score or attribute only in part, or not at all."""

from gec_attribution.experiments.declaration import Experiment, Table

EXPERIMENT = Experiment(
    name="warnings",
    section="1 The systems under each metric",
    text_columns=("warning", "where"),
    reads=("edits", "unaligned", "coalitions", "scores", "reports"),
    settings=("coalitions", "explained"),
    options=None,
    tables=(
        Table(
            name="warnings",
            title="What was scored or attributed only in part",
            caption="""
            What could be scored or attributed only in part, or not at all: sentences and coalitions
            that were cut to the model's length, have parts that its tokenizer does not know (emoji,
            other scripts), were set to 0 by a metric's gate, or have no score; corrections with
            more than {{ most_edits }} edits; blank corrections; and corrections so long and so
            different from their source that their edits were not sought. Where the table has no
            row, every sentence was
            scored and attributed in full. Sentences of a metric: sentences of the data set with
            such a coalition under any system; of no metric: corrected sentences of all systems, of
            which the first are named by system and line. Coalitions: distinct pairs of source and
            coalition sentence. Data: {{ datasets }}; metrics: {{ metrics }}.
            """,
        ),
    ),
)
