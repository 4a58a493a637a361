"""Section 4.4: how a metric ranks the systems' corrections of a sentence, against ERRANT's F0.5."""

from gec_attribution.experiments.declaration import Compared, Experiment, Table

EXPERIMENT = Experiment(
    name="meta_evaluation",
    section="4.4 Agreement with references",
    unit="metric",
    reads=("edits", "references", "ends"),
    options=None,
    needs="references",
    compared=Compared(("measure",)),
    tables=(
        Table(
            name="meta_evaluation",
            title="Section 4.4: meta-evaluation",
            caption="""
            How well each metric ranks the systems' corrections of a sentence (section 4.4 of the
            paper): its agreement with sentence-level ERRANT F0.5 over pairs of systems, with 95 %
            intervals ({{ test_resamples }} resamples of the sentences, seed {{ seed }}). In the
            accuracy, as published, a tie of the metric is a win of the later system; in the
            symmetric one it is half right. Kendall's τ is (concordant − discordant) / pairs.
            Undefined: scores left out because they were undefined. Where there are fewer than
            {{ least_sources }} sources, their number replaces the interval. The differences between
            metrics have a table of their own. Data: {{ datasets }}; metrics: {{ metrics }}.
            """,
        ),
    ),
)
