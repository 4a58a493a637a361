"""Tables to be joined: invented numbers, always the same."""

from experiments.agreement.synthetic import agreement
from experiments.meta_evaluation.synthetic import meta_evaluation
from experiments.precision.synthetic import precision
from figure_checks import table_of

MODELS = (("some", "some", "SOME"), ("impara", "impara", "IMPARA"), ("ppl", "perplexity", "PPL"))
CLAIMED = {
    "datasets": {"jfleg-dev": ("jfleg-dev", "en"), "essays": ("excgec-test", "zh")},
    "models": MODELS,
}


def explained():
    """Rows of the explainer that the paper trained."""
    rows = table_of("explained_systems", datasets=("essays",))
    return rows.replace({"explainer": {"written": "qwen-post"}, "system": {"strong": "own"}})


JOINED = {
    "table": lambda: {
        "meta_evaluation": meta_evaluation(),
        "precision": precision(datasets=("jfleg-dev",), metrics=("some",), systems=("t5",)),
        "corpus_statistics": table_of("corpus_statistics", datasets=("essays",)),
        "explained_systems": explained(),
        "description_ratings": table_of("description_ratings", datasets=("essays",)),
        "claimed": CLAIMED,
    },
    "claims_table": lambda: {
        "agreement": agreement(
            datasets=("jfleg-dev",), metrics=("some", "impara", "ppl"), methods=("shapley",)
        ).assign(larger=0.6, larger_low=0.55, larger_high=0.65),
        "explained_systems": explained(),
        "description_ratings": table_of("description_ratings", datasets=("essays",)),
        "claimed": CLAIMED,
    },
}
"""Arguments of the `join` of a table beyond the rows of its result."""
