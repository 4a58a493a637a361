"""Where a system's score comes from: its mean score, part by part of its edits."""

from gec_study.experiments.declaration import (
    DATASETS,
    Experiment,
    Figure,
    Option,
    Table,
)

EXPERIMENT = Experiment(
    name="score_decomposition",
    section="Beyond the paper",
    text_columns=("by", "group"),
    about=(
        "Which types of edits a system's mean score comes from, and what makes two systems differ; "
        "left out where null."
    ),
    reads=("ends", "attributions"),
    results=("score_decomposition", "score_differences"),
    options={
        "datasets": DATASETS,
        "metrics": Option(
            "Metrics that have a figure for each data set; null takes all.",
            None,
            ("array", "null"),
            {"items": {"type": "string"}},
        ),
        "method": Option(
            "Attribution method; one whose attributions sum to the change of the score.",
            None,
            ("string", "null"),
        ),
    },
    figures=(
        Figure(
            name="score_decomposition",
            title="Where the scores come from",
            unit="metric",
            takes=("metric",),
            caption="""
            Where each system's mean score comes from (no part of the paper), as a waterfall from
            the sources to the score: the mean score of the sources plus, for each type of error,
            the sum of the attributions of its edits over the number of sentences, which is exact
            since the attributions of a sentence sum to the change of its score. Not attributed is
            what sentences with more than {{ most_edits }} edits add, where the study leaves these
            out. The tables have the same as numbers, and what makes each system differ from the
            next one. Data: {{ datasets }}; metrics: {{ metrics }}; method: {{ methods }}.
            Intervals: {{ resamples }} resamples of the sources, seed {{ seed }}.
            """,
        ),
    ),
    tables=(
        Table(
            name="score_decomposition",
            title="Where the scores come from",
            caption="""
            Where each system's mean score comes from (no part of the paper): the mean score of the
            sources, what the edits of each type add to it per sentence (Σφ over the number of
            sentences), and the score, which is exactly their sum since the attributions of a
            sentence sum to the change of its score. Types stand in the order of their size, over
            all systems; a star marks a part whose 95 % interval excludes 0. Not attributed: what
            the sentences add that have more edits than the method takes, and in brackets how many
            these are. Sentences that some system has no score for are left out for all; how many,
            and intervals, numbers of edits and the mean φ of an edit are in the CSV file. Data:
            {{ datasets }}; metrics: {{ metrics }}; method: {{ methods }}. Intervals:
            {{ resamples }} resamples of the sources, seed {{ seed }}.
            """,
        ),
        Table(
            name="score_differences",
            title="What makes two systems differ",
            result="score_differences",
            module="differences_table",
            caption="""
            What makes two systems differ: each system against the next one in the order of their
            mean scores, with the paired difference and its 95 % interval; how much of it comes from
            making more edits of each type, and how much from edits that are worth more; and the
            types with the three largest parts, each with the same division (more, worth). All pairs
            of systems and all types, with intervals, are in the CSV file. Data: {{ datasets }};
            metrics: {{ metrics }}; method: {{ methods }}. Intervals: {{ resamples }} resamples of
            the sources, seed {{ seed }}.
            """,
        ),
    ),
)
