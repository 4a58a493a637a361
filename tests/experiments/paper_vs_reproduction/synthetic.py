"""Tables to be joined: invented numbers, always the same."""

from computed_rows import table_of

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
        "meta_evaluation": table_of(
            "meta_evaluation", datasets=("jfleg-dev",), metrics=("some", "ppl")
        ),
        "precision": table_of(
            "precision", datasets=("jfleg-dev",), metrics=("some",), systems=("t5",)
        ),
        "corpus_statistics": table_of("corpus_statistics", datasets=("essays",)),
        "explained_systems": explained(),
        "description_ratings": table_of("description_ratings", datasets=("essays",)),
        "claimed": CLAIMED,
    },
    "claims_table": lambda: {
        "agreement": table_of(
            "agreement",
            datasets=("jfleg-dev",),
            metrics=("some", "impara", "ppl"),
            methods=("shapley",),
        ),
        "explained_systems": explained(),
        "description_ratings": table_of("description_ratings", datasets=("essays",)),
        "claimed": CLAIMED,
    },
}
"""Arguments of the `join` of a table beyond the rows of its result."""
