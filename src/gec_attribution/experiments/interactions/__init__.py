"""Which edits depend on each other: how strongly, how far apart, of which types."""

from gec_attribution.experiments.declaration import Experiment, Figure, Lattice, Table, at_least

EXPERIMENT = Experiment(
    name="interactions",
    section="Beyond the paper",
    about="Which edits depend on each other. It needs every subset of the edits of sentences with up to coalitions.max_edits edits.",
    unit="metric",
    reads=("interactions",),
    settings=("language",),
    results=("interactions", "strongest_interactions"),
    options={
        "min_frequency": at_least(1, 31, "Fewest pairs of edits of two error types."),
        "strongest": at_least(
            1, 5, "Pairs shown in the table of the strongest interactions, of each metric."
        ),
    },
    lattice=Lattice(),
    figures=(
        Figure(
            name="interactions",
            title="Which edits depend on each other",
            caption="""
            How much the edits of a sentence depend on each other (no part of the paper, which
            names it as a limitation of Shapley values). Relative to the mean absolute Shapley
            value of the two edits, Σ|I| / Σ ½(|φᵢ| + |φⱼ|), where I is the Shapley interaction
            index: by the number of source tokens between the two (figure) and by their error types
            (table). Negative pairs are worth less together than apart. Left out is the share of
            the variance over all subsets of a sentence's edits, all equally likely, that the best
            additive explanation lacks. Data: {{ datasets }}; metrics: {{ metrics }}; sentences
            with 2 to {{ most_edits }} edits. Intervals: {{ resamples }} resamples of the
            sentences, seed {{ seed }}.
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
            share of pairs that are worth less together than apart (negative); and the mean share
            of the variance over all subsets of a sentence's edits that the best additive
            explanation leaves out. With 95 % intervals; a number of sources stands in the place of
            one where there are fewer than 10. Data: {{ datasets }}; metrics: {{ metrics }};
            sentences with 2 to {{ most_edits }} edits. Intervals: {{ resamples }} resamples of the
            sentences, seed {{ seed }}.
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
            Shapley–Taylor index; Between: the tokens of the source between them. Data:
            {{ datasets }}; metrics: {{ metrics }}; sentences with 2 to {{ most_edits }} edits.
            """,
        ),
    ),
)
