"""What was missed: how much a metric would have given for the edits that a system did not make."""

from gec_study.experiments.declaration import (
    DATASETS,
    Experiment,
    Figure,
    Option,
    Table,
    at_least,
)

EXPERIMENT = Experiment(
    name="missed_value",
    section="Beyond the paper",
    about=(
        "What the metrics would have given for the edits of the references that a system neither "
        "made nor touched, on the data sets that have references; left out where null. It adds "
        "these edits' coalitions to what is scored."
    ),
    reads=("edits", "references", "coalitions", "scores", "attributions"),
    settings=("methods", "coalitions", "language"),
    options={
        "datasets": DATASETS,
        "method": Option(
            "Attribution method; with `add`, few more sentences are scored.",
            None,
            ("string", "null"),
        ),
        "min_frequency": at_least(
            1, 10, "Fewest edits of an error type, made or missed by all systems."
        ),
    },
    needs="references",
    figures=(
        Figure(
            name="missed_value",
            title="What was missed",
            caption="""
            What each metric would have given for what a system missed (no part of the paper, which
            names false negatives as a limitation): the edits of a reference that a correction
            neither has nor touches are applied to the correction and attributed as any edits are,
            compared with the source as always. Value made is Σφ of the edits that the reference
            has, too, value missed Σφ of those missed, both per sentence; value recall is made /
            (made + missed). Beside it stands ERRANT's recall, in which edits that are corrected
            otherwise count as missed; they are counted apart. The reference of a sentence is the
            one that ERRANT's corpus score chooses. Data: {{ datasets }}; metrics: {{ metrics }};
            method: {{ methods }}. Intervals: {{ resamples }} resamples of the sources, seed
            {{ seed }}.
            """,
        ),
    ),
    tables=(
        Table(
            name="missed_value",
            title="What was missed",
            caption="""
            What the metric gave for the edits that a system made and the reference has, too (made),
            and would have given for those that it missed, both as Σφ per sentence; value recall,
            made / (made + missed); and ERRANT's recall. Weighted F0.5, in percent: each edit counts
            by its |φ|, as in the corpus score of PT-M2, where its weight is what it alone adds (the
            method Add) to a score against the reference; the CSV file has precision and recall of
            that kind. Edits: how many were made, missed, and corrected otherwise, which only
            ERRANT's recall counts as missed. The reference of a sentence is the one that ERRANT's
            corpus score chooses. Left out: sentences with an edit that has no attribution. By error
            type for all systems together, where at least {{ min_frequency }} edits were made or
            missed; the CSV file has the types of each system. Data: {{ datasets }}; metrics:
            {{ metrics }}; method: {{ methods }}. With 95 % intervals from {{ resamples }} resamples
            of the sources, seed {{ seed }}.
            """,
        ),
    ),
)
