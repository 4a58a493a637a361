"""Tables to be joined: invented numbers, always the same."""

from experiments.consistency.synthetic import consistency
from experiments.meta_evaluation.synthetic import meta_evaluation
from experiments.precision.synthetic import precision
from figure_checks import table_of


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
        "published_datasets": {"jfleg-dev": "jfleg-dev", "essays": "excgec-test"},
    },
    "claims_table": lambda: {
        "consistency": consistency(datasets=("jfleg-dev",), methods=("shapley", "add", "sub")),
        "explained_systems": explained(),
        "description_ratings": table_of("description_ratings", datasets=("essays",)),
        "published_datasets": {"jfleg-dev": "jfleg-dev", "essays": "excgec-test"},
    },
}
"""What the `join` of a table takes, where that is more than the rows of its result."""
