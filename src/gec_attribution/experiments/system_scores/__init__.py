"""Scores of the systems: ERRANT's F0.5 and GLEU against references, and every metric's."""

from gec_attribution.experiments.declaration import Experiment, Option, Table

EXPERIMENT = Experiment(
    name="system_scores",
    section="1 The systems under each metric",
    about="Scores of the systems: ERRANT's F0.5 and GLEU against references, and every metric's.",
    text_columns=("metric",),
    reads=("sources", "edits", "references", "ends"),
    settings=("language",),
    options={
        "metrics": Option(
            "Metrics whose mean scores are in the table; null takes all. With [] systems are "
            "compared with references alone, and nothing is scored for it.",
            None,
            ("array", "null"),
            {"items": {"type": "string"}},
        )
    },
    default=True,
    tables=(
        Table(
            name="system_scores",
            title="The systems",
            caption="""
            Each GEC system beside the unchanged source. Where there are references: ERRANT's true
            positives, false positives, false negatives, precision, recall and F0.5 as
            errant_compare counts them (precision is 100 where nothing was proposed), and GLEU as
            published for JFLEG (mean of 500 draws of one reference per sentence), in percent;
            Changed is the share of the sentences that the system changed. Of each metric the mean
            score of the corrections, over the sentences of which the source and every system have a
            score; sentences that a system left as they are count, too. A star marks a difference to
            the first system of the data set, paired by sentence, whose bootstrap p-value
            ({{ test_resamples }} resamples of the sentences, seed {{ seed }}) is below 0.05 after
            Holm's correction for all comparisons of the metric on the data set. Data:
            {{ datasets }}; metrics: {{ metrics }}. With 95 % intervals; where there are fewer than
            {{ least_sources }} sources, their number replaces the interval. The differences, their
            intervals, and the sentences left out are in the CSV file.
            """,
        ),
    ),
)
