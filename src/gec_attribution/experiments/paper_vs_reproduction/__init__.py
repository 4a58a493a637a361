"""The numbers printed in the two papers, next to a study's own."""

from gec_attribution.experiments.declaration import Experiment, Finding, Table

_COMPARED = ("consistency", "agreement", "meta_evaluation")
_ASKED = (
    "edit_counts",
    "agreement",
    "meta_evaluation",
    "estimators",
    "case_study",
    "bias",
    "precision",
    "system_scores",
    "explained_systems",
    "description_ratings",
)

EXPERIMENT = Experiment(
    name="paper_vs_reproduction",
    section="The paper's numbers and ours",
    text_columns=("explainer", "group"),
    options=None,
    tables=(
        Table(
            name="paper_vs_reproduction",
            title="The paper's numbers and these",
            takes=("claimed",),
            is_made=lambda study: bool(study.published_datasets),
            joins={
                "meta_evaluation": "meta_evaluation",
                "precision": "precision",
                "case_study": "case_study",
                "corpus_statistics": "corpus_statistics",
                "explained_systems": "explained_systems",
                "description_ratings": "description_ratings",
            },
        ),
        Table(
            name="paper_claims",
            title="The papers' claims and these",
            finding=Finding(
                "Of the papers' claims in words, by data set and metric: {counts}.",
                column="verdict",
            ),
            module="claims_table",
            takes=("claimed",),
            joins={
                **{name: name for name in _ASKED},
                **{f"{name}_differences": f"differences/{name}" for name in _COMPARED},
                "corpus_statistics": "corpus_statistics",
            },
        ),
    ),
)
