"""Whether applying the edits in the order of φ, the best first, raises a score soonest."""

from gec_attribution.experiments.declaration import (
    DATASETS,
    Experiment,
    Figure,
    Table,
    at_least,
)

EXPERIMENT = Experiment(
    name="faithfulness",
    section="Beyond the paper",
    about=(
        "Whether applying the edits in the order of φ raises the metric, and F0.5, soonest. It "
        "needs every subset of the edits of sentences with up to coalitions.max_edits edits."
    ),
    reads=("edits", "coalitions", "scores", "attributions by all methods", "references"),
    settings=("methods",),
    results=("faithfulness", "faithfulness_curves"),
    options={"datasets": DATASETS, "min_edits": at_least(2, 3, "Fewest edits of a sentence.")},
    every_coalition=True,
    figures=(
        Figure(
            name="faithfulness",
            title="Edits in the order of φ",
            caption="""
            How soon a correction gains when its edits are applied in the order of φ, the best
            first (no part of the paper): the area under the metric's own curve, and under that of
            F0.5 against the reference with which the whole correction has the best F0.5. 0 is what
            a random order reaches on average, 100 % the best order there is. Data: {{ datasets }};
            metrics: {{ metrics }}; methods: {{ methods }}; corrected sentences of all systems with
            {{ min_edits }} to {{ most_edits }} edits. Intervals: {{ resamples }} resamples of the
            source sentences, seed {{ seed }}.
            """,
        ),
        Figure(
            name="faithfulness_curves",
            title="Gain by applied edits",
            result="faithfulness_curves",
            module="curves_figure",
            caption="""
            What a correction has gained when a share of its edits is applied in the order of φ,
            the best first, on average over sentences: the metric's own score, in its unit, and
            F0.5 against one reference; beside the mean of all orders (random) and the best order
            there is. The areas under these curves are those of the figure on edits in the order of
            φ. Data: {{ datasets }}; metrics: {{ metrics }}; methods: {{ methods }}; corrected
            sentences of all systems with {{ min_edits }} to {{ most_edits }} edits. Bands are 95 %
            intervals: {{ resamples }} resamples of the source sentences, seed {{ seed }}.
            """,
        ),
    ),
    tables=(
        Table(
            name="faithfulness",
            title="Edits in the order of φ",
            caption="""
            How soon a correction gains when its edits are applied in the order of φ, the best first
            (no part of the paper): the area under the curve of a score, from the mean of all orders
            (0) to the best order there is (100). The metric: the one that is explained; F0.5:
            ERRANT's, against the one reference with which the whole correction has the best F0.5.
            Data: {{ datasets }}; metrics: {{ metrics }}; methods: {{ methods }}; corrected
            sentences of all systems with {{ min_edits }} to {{ most_edits }} edits. With 95 %
            intervals from {{ resamples }} resamples of the source sentences, seed {{ seed }}; a
            number of sources stands in the place of one where there are fewer than
            {{ least_sources }}.
            """,
        ),
    ),
)
