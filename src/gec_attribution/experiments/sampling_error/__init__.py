"""Table 2: how far sampled Shapley values are from exact ones, and what they cost."""

from gec_attribution.experiments.declaration import DATASETS, Experiment, Option, Table, at_least

EXPERIMENT = Experiment(
    name="sampling_error",
    section="4.5 Efficiency",
    about="Table 2; it is measured outside the score store, and takes its time.",
    unit="metric",
    options={
        "datasets": DATASETS,
        "min_edits": at_least(2, 10, "Fewest edits of a sentence."),
        "max_edits": at_least(2, 15, "Most edits of a sentence."),
        "sentences": Option(
            "Size of the sample, drawn by content; null takes every such sentence.",
            None,
            ("integer", "null"),
            {"minimum": 1},
        ),
        "permutations": Option(
            "Numbers of sampled permutations T compared with the exact values.",
            [15, 64],
            "array",
            {"minItems": 1, "items": {"type": "integer", "minimum": 1}},
        ),
    },
    tables=(
        Table(
            name="sampling_error",
            title="Table 2: error of Shapley sampling",
            caption="""
            Error and time of Shapley sampling (Table 2 of the paper) on sentences with
            {{ min_edits }} to {{ max_edits }} edits of {{ datasets }}{% if sentences %} (a sample
            of {{ sentences }}){% endif %}: mean absolute error (MAE, with its 95 % interval) of
            Shapley values sampled with T permutations, T = {{ permutations | join(", ") }}, the
            mean and standard deviation of the exact |φ|, and the mean seconds per sentence.
            Official sampling repeats the published code, which uses one permutation for every T.
            Undefined: sentences left out because a score was undefined. Intervals: {{ resamples }}
            resamples of the sentences, seed {{ seed }}; where there are fewer than
            {{ least_sources }} sources, their number replaces the interval. Metrics:
            {{ timed_metrics }}.
            """,
        ),
    ),
    timed=True,
)
