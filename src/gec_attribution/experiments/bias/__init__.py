"""Figure 6: what share of a correction's effect a metric gives to a type of error."""

from gec_attribution.experiments.declaration import (
    DATASETS,
    METHOD,
    Experiment,
    Figure,
    at_least,
)

EXPERIMENT = Experiment(
    name="bias",
    section="5.1 Case study and bias",
    about="Figure 6.",
    reads=("attributions",),
    settings=("include_sampled",),
    options={
        "datasets": DATASETS,
        "method": METHOD,
        "min_frequency": at_least(
            1, 31, 'Fewest edits of an error type ("greater than 30" in the paper).'
        ),
    },
    default=True,
    figures=(
        Figure(
            name="bias",
            title="Figure 6: bias by error type",
            takes=("min_frequency",),
            caption="""
            Mean normalised attribution of each error type (Figure 6 of the paper), for types with
            at least {{ min_frequency }} edits over all systems. Data: {{ datasets }}; metrics:
            {{ metrics }}; method: {{ methods }}. Means that differ from 0 at the 5 % level are
            bold: two-sided bootstrap p-values from {{ test_resamples }} resamples of the source
            sentences (seed {{ seed }}), after Holm's correction over all means of the data set. The
            number of edits is to the right of each row. Edits whose attribution is sampled, not
            exact, are {% if include_sampled %}counted in the title and, with their sentences, in
            the table behind the figure{% else %}left out{% endif %}.
            """,
        ),
    ),
)
