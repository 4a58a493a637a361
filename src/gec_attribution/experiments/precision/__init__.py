"""Figure 7: each system's precision by type of error, as a metric sees it."""

from gec_attribution.experiments.declaration import (
    DATASETS,
    METHOD,
    Experiment,
    Figure,
    Named,
    Table,
    at_least,
)

EXPERIMENT = Experiment(
    name="precision",
    section="5.2 Precision by error type",
    about="Figure 7, and what each type of error adds to a system's mean score.",
    text_columns=("by", "group"),
    results=("precision", "score_decomposition"),
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
    tables=(
        Table(
            name="score_decomposition",
            title="Where the scores come from",
            result="score_decomposition",
            module="decomposition_table",
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
    ),
)
