"""Figure 7: each system's precision by type of error, as a metric sees it."""

from gec_attribution.experiments.declaration import (
    DATASETS,
    Experiment,
    Figure,
    Named,
    Reads,
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
    reads=(Reads.ATTRIBUTIONS, Reads.ENDS),
    options={
        "datasets": DATASETS,
        "metrics": Named("metric_list"),
        "min_frequency": at_least(1, 10, "Fewest edits of an error type."),
    },
    default=True,
    figures=(
        Figure(
            name="precision",
            title="Figure 7: precision by error type and system",
            unit="metric",
            takes=("min_frequency",),
        ),
    ),
    tables=(
        Table(
            name="score_decomposition",
            title="Where the scores come from",
            result="score_decomposition",
            module="decomposition_table",
        ),
    ),
)
