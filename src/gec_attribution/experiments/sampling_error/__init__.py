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
    tables=(Table(name="sampling_error", title="Table 2: error of Shapley sampling"),),
    timed=True,
)
