"""How far each estimator of Shapley values is from them, and whether its intervals say so."""

from gec_attribution.experiments.declaration import (
    DATASETS,
    Experiment,
    Figure,
    Finding,
    Option,
    Reads,
    Table,
    at_least,
)

EXPERIMENT = Experiment(
    name="estimators",
    section="4.5 Efficiency",
    about="Table 2: errors and intervals of estimators of Shapley values, at the same evaluations.",
    reads=(Reads.EDITS, Reads.WHOLE_SCORES),
    settings=("language",),
    scores="scored",
    environment="scores",
    options={
        "datasets": DATASETS,
        "min_edits": at_least(5, 10, "Fewest edits of a sentence."),
        "sentences": Option(
            "Number of sentences with min_edits edits, with one edit more, and so on; one with "
            "N edits costs 2^N scores of each metric.",
            [1, 1, 1, 1, 1, 1],
            "array",
            {"minItems": 1, "items": {"type": "integer", "minimum": 0}},
        ),
        "permutations": Option(
            "Numbers of sampled permutations; the evaluations that each takes are what the other "
            "estimators are given.",
            [8, 16, 32, 64, 128],
            "array",
            {"minItems": 1, "items": {"type": "integer", "minimum": 2}},
        ),
        "repetitions": at_least(
            1, 20, "Estimates of each sentence by each estimator, from different samples."
        ),
    },
    figures=(Figure(name="estimators", title="Estimators of Shapley values by evaluations"),),
    tables=(
        Table(
            name="estimators",
            title="Table 2: estimators of Shapley values",
            finding=Finding(
                text=(
                    "The smallest error of an estimate is {lowest[error]:.1%} of the mean "
                    "size of φ ({lowest[estimator]}, {lowest[metric]}, "
                    "{lowest[evaluations]:.0f} scores a sentence), the largest "
                    "{highest[error]:.0%} ({highest[estimator]}, {highest[metric]}, "
                    "{highest[evaluations]:.0f})."
                ),
                column="error",
            ),
        ),
    ),
    verb="compare",
)
