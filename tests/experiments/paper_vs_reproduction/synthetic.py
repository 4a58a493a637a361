"""Tables to be joined: invented numbers, always the same."""

from experiments.consistency.synthetic import consistency
from experiments.description_ratings.synthetic import description_ratings
from experiments.explained_corpora.synthetic import corpus_statistics
from experiments.explained_systems.synthetic import explained_systems
from experiments.meta_evaluation.synthetic import meta_evaluation
from experiments.precision.synthetic import precision

JOINED = {
    "table": lambda: {
        "meta_evaluation": meta_evaluation(),
        "precision": precision(datasets=("jfleg-dev",), metrics=("some",), systems=("t5",)),
        "corpus_statistics": corpus_statistics(datasets=("essays",)),
        "explained_systems": explained_systems(datasets=("essays",)).replace("Qwen", "qwen-post"),
        "description_ratings": description_ratings(datasets=("essays",)),
        "published_datasets": {"jfleg-dev": "jfleg-dev", "essays": "excgec-test"},
    },
    "claims_table": lambda: {
        "consistency": consistency(datasets=("jfleg-dev",), methods=("shapley", "add", "sub")),
        "explained_systems": explained_systems(datasets=("essays",)).replace("Qwen", "qwen-post"),
        "description_ratings": description_ratings(datasets=("essays",)),
        "published_datasets": {"jfleg-dev": "jfleg-dev", "essays": "excgec-test"},
    },
}
"""What the `join` of a table takes, where that is more than the rows of its result."""
