"""Dependence of edits on each other: its strength, their distance, their types."""

from gec_attribution.experiments.declaration import Experiment, Figure, Table, at_least

EXPERIMENT = Experiment(
    name="interactions",
    section="Beyond the paper",
    text_columns=("by", "group", "one", "other"),
    about=(
        "Which edits depend on each other. It needs every subset of the edits of sentences with up "
        "to coalitions.max_edits edits."
    ),
    unit="metric",
    reads=("interactions",),
    settings=("language",),
    results=("interactions", "strongest_interactions"),
    options={
        "min_frequency": at_least(1, 31, "Fewest pairs of edits of two error types."),
    },
    every_coalition=True,
    figures=(
        Figure(
            name="interactions",
            title="Which edits depend on each other",
            caption="""
            How much the edits of a sentence depend on each other (no part of the paper, which names
            it as a limitation of Shapley values): the mean size of the Shapley interaction index I
            of two edits relative to that of their Shapley values, Σ|I| / Σ ½(|φᵢ| + |φⱼ|), by the
            number of source tokens between the two. The table has it by their error types. Data:
            {{ datasets }}; metrics: {{ metrics }}; sentences with 2 to {{ most_edits }} edits.
            Intervals: {{ resamples }} resamples of the sentences, seed {{ seed }}.
            """,
        ),
    ),
    tables=(
        Table(
            name="interactions",
            title="Which edits depend on each other",
            caption="""
            Interactions between two edits of a sentence: the mean |I| of the Shapley interaction
            index, in the metric's unit; the same relative to the mean |φ| of the two edits; the
            share of pairs that are worth less together than apart (negative); and the mean share of
            the variance over all subsets of a sentence's edits, all equally likely, that the best
            additive explanation leaves out. Two types of errors have a row where at least
            {{ min_frequency }} pairs of edits are of them. Data: {{ datasets }}; metrics:
            {{ metrics }}; sentences with 2 to {{ most_edits }} edits. With 95 % intervals from
            {{ resamples }} resamples of the sentences, seed {{ seed }}; a number of sources stands
            in the place of one where there are fewer than {{ least_sources }}.
            """,
        ),
        Table(
            name="strongest_interactions",
            title="The strongest interactions",
            result="strongest_interactions",
            module="strongest_table",
            caption="""
            The pairs of edits with the largest |I| under each metric, I the Shapley interaction
            index: what the two are worth together beyond what each is worth alone, on average over
            the company of the other edits. Beside it the Shapley values φ of the two and the
            Shapley–Taylor index; Between: the tokens of the source between them. Edits made alike
            by several systems are shown once. Data: {{ datasets }}; metrics: {{ metrics }};
            sentences with 2 to {{ most_edits }} edits.
            """,
        ),
    ),
)
