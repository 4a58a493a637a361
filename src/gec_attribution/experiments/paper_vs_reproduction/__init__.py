"""The numbers printed in the two papers, next to a study's own."""

from gec_attribution.experiments.declaration import Experiment, Table

EXPERIMENT = Experiment(
    name="paper_vs_reproduction",
    section="The paper's numbers and ours",
    text_columns=("explainer", "group", "level", "statistic"),
    options=None,
    tables=(
        Table(
            name="paper_vs_reproduction",
            title="The paper's numbers and these",
            takes=("published_datasets",),
            joins={
                "meta_evaluation": "meta_evaluation",
                "precision": "precision",
                "corpus_statistics": "explained_corpora",
                "explained_systems": "explained_systems",
                "description_ratings": "description_ratings",
            },
        ),
        Table(
            name="paper_claims",
            title="The papers' claims and these",
            module="claims_table",
            takes=("published_datasets",),
            joins={
                "consistency": "consistency",
                "explained_systems": "explained_systems",
                "description_ratings": "description_ratings",
            },
        ),
    ),
)
