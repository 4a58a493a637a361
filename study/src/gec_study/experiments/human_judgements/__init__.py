"""Whether attributions agree with people who judged each edit of a correction."""

from gec_study.experiments.declaration import Experiment, Figure, Table, at_least

EXPERIMENT = Experiment(
    name="human_judgements",
    section="Beyond the paper",
    about=(
        "Whether attributions agree with people who judged each edit, on the data sets whose "
        "`experiments` name it; left out where null."
    ),
    reads=("attributions by all methods", "judged"),
    settings=("lines",),
    results=("human_judgements", "differences/human_judgements"),
    options={
        "min_frequency": at_least(
            1, 10, "Fewest invalid edits of an error type that has a row of its own."
        )
    },
    figures=(
        Figure(
            name="human_judgements",
            title="Agreement with people",
            caption="""
            Whether attributions agree with people who judged each edit of a correction as valid or
            not (no part of the paper, whose evaluation compares with references): the area under
            the ROC curve of φ, by metric and method. An edit is valid if at least half of its
            judges found it so. The edits are those that people judged, with ERRANT's types. The
            ceiling is how well one annotator tells what another finds valid. Data: {{ datasets }},
            for evaluation alone: nothing was trained or tuned on it; metrics: {{ metrics }};
            methods: {{ methods }}. Intervals: {{ test_resamples }} resamples of the sources, seed
            {{ seed }}.
            """,
        ),
    ),
    tables=(
        Table(
            name="human_judgements",
            title="Agreement with people",
            caption="""
            How well attributions tell the edits that people find valid from those that they find
            invalid, with 95 % intervals. AUC: probability that a valid edit has a higher φ than an
            invalid one (0.5 is chance; p is that of chance, after Holm's correction over metrics
            and methods); the same of φ divided by Σ|φ| of its sentence; the share of positive φ
            among valid and among invalid edits; and the share of edits that are valid and positive,
            or neither. The last row is the ceiling: one annotator's judgements in the place of
            attributions, against those of another annotator of the same correction. Where there are
            fewer than {{ least_sources }} sources, their number replaces the interval. Data:
            {{ datasets }}, for evaluation alone: nothing was trained or tuned on it; metrics:
            {{ metrics }}. Intervals: {{ test_resamples }} resamples of the sources, seed
            {{ seed }}.
            """,
        ),
        Table(
            name="human_judgements_by_type",
            title="Agreement with people by error type",
            module="by_type_table",
            caption="""
            How well attributions tell valid edits from invalid ones, by type of error, with 95 %
            intervals; the measures are those of all edits. Only types with at least
            {{ min_frequency }} valid and {{ min_frequency }} invalid edits are shown, the most
            frequent first. p is that of an AUC of 0.5, which is chance, after Holm's correction
            over all metrics, methods and types. Data: {{ datasets }}, for evaluation alone: nothing
            was trained or tuned on it; metrics: {{ metrics }}. Intervals: {{ test_resamples }}
            resamples of the sources, seed {{ seed }}.
            """,
        ),
    ),
)
