"""What a metric gave each system: its mean score, and how it differs from the first system's."""

from gec_study.experiments.declaration import Experiment, Table

EXPERIMENT = Experiment(
    name="metric_scores",
    section="1 The systems under each metric",
    reads=("ends",),
    options=None,
    tables=(
        Table(
            name="metric_scores",
            title="What each metric gave each system",
            caption="""
            What each metric gave each system: the mean score of its corrections, with 95 %
            intervals; sentences that a system left as they are count, too. No reference is needed.
            Difference: to the first system of the data set, whose own cell is empty (–), paired by
            sentence. All means and differences are over the sentences of which the source and every
            system have a score; the others are left out for all, and counted. p (Holm): two-sided
            bootstrap p-value of no difference ({{ test_resamples }} resamples of the sentences,
            seed {{ seed }}) after Holm's correction for all comparisons of the metric on the data
            set. Undefined: sentences without a score of the system. Where there are fewer than
            {{ least_sources }} sources, their number replaces the interval. Data: {{ datasets }};
            metrics: {{ metrics }}.
            """,
        ),
    ),
)
