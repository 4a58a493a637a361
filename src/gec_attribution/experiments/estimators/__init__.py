"""How far each estimator of Shapley values is from them, and whether its intervals say so."""

from gec_attribution.experiments.declaration import (
    DATASETS,
    Experiment,
    Figure,
    Option,
    Table,
    at_least,
)

EXPERIMENT = Experiment(
    name="estimators",
    section="4.5 Efficiency",
    about="Errors and intervals of the estimators of Shapley values, at the same number of "
    "evaluations.",
    reads=("edits", "scores of metrics that score"),
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
    figures=(
        Figure(
            name="estimators",
            title="Estimators of Shapley values by evaluations",
            caption="""
            How far each estimator of Shapley values is from the exact ones, by the number of
            subsets of a sentence's edits that it has scored (no part of the paper, which has
            sampled permutations alone), and how often its 95 % intervals have the exact value. Each
            is given as many evaluations as T permutations of that sentence need, T =
            {{ permutations | join(", ") }}. Published code: its sampling, which takes one
            permutation whatever T is. (Add + Sub) / 2: two evaluations an edit, nothing sampled.
            Data: {{ datasets }}; metrics: {{ scored_metrics }};
            {{ sentences | join(", ") }} sentences with {{ min_edits }} edits, one more, and so on,
            the shortest that there are, no source twice; {{ repetitions }} estimates of each.
            Intervals: {{ resamples }} resamples of the source sentences, seed {{ seed }}.
            """,
        ),
    ),
    tables=(
        Table(
            name="estimators",
            title="Estimators of Shapley values by evaluations",
            caption="""
            Estimators of Shapley values (no part of the paper, which has sampled permutations
            alone), each at the evaluations, of subsets of a sentence's edits, that
            {{ 64 if 64 in permutations else permutations | max }} sampled permutations of that
            sentence need. Error: mean |estimate − φ| over mean |φ|; to plain: the error over that
            of plain permutations; published: how many times as large the error of the published
            code's sampling is, which takes one permutation whatever it is given; (Add + Sub) / 2:
            two evaluations an edit, whatever it is given, with no interval of its own; coverage:
            share of 95 % intervals that have φ; half width: of these intervals, over mean |φ|. In
            brackets
            95 % intervals of these numbers ({{ resamples }} resamples of the source sentences, seed
            {{ seed }}); where there are fewer than {{ least_sources }} sources, their number
            replaces them. Data: {{ datasets }}; metrics: {{ scored_metrics }};
            {{ sentences | join(", ") }} sentences with {{ min_edits }} edits, one more, and so on,
            the shortest that there are, no source twice; {{ repetitions }} estimates of each.
            """,
        ),
    ),
    verb="compare",
)
