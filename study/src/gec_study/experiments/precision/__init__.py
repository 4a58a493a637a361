"""Figure 7: each system's precision by type of error, as a metric sees it."""

from gec_study.experiments.declaration import (
    DATASETS,
    METHOD,
    Experiment,
    Figure,
    Named,
    at_least,
)

EXPERIMENT = Experiment(
    name="precision",
    section="5.2 Precision by error type",
    about="Figure 7.",
    unit="metric",
    reads=("attributions", "ends"),
    settings=("include_sampled",),
    options={
        "datasets": DATASETS,
        "metrics": Named("metric_list"),
        "method": METHOD,
        "min_frequency": at_least(1, 10, "Fewest edits of an error type."),
    },
    default=True,
    figures=(
        Figure(
            name="precision",
            title="Figure 7: precision by error type and system",
            unit="metric",
            takes=("min_frequency",),
            caption="""
            Precision by error type (Figure 7 and equation 6 of the paper) on {{ datasets }} under
            {{ metrics }}, from normalised attributions by {{ methods }}. Below each precision is
            the number of edits; types have at least {{ min_frequency }} in every system (where
            there is no such type, in most systems). The mean score of each system's sentences
            follows its name. Intervals are in the table behind the figure ({{ resamples }}
            resamples of the sentences, seed {{ seed }}), where at least ten sentences have such an
            edit. Edits whose attribution is sampled, not exact, are {% if include_sampled %}counted
            in the title and, with their sentences, in the table behind the figure{% else %}left
            out{% endif %}.
            """,
        ),
    ),
)
