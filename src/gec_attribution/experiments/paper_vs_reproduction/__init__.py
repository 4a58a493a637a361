"""The numbers printed in the two papers, next to a study's own."""

from typing import TYPE_CHECKING

from gec_attribution.experiments.declaration import Experiment, Finding, Table
from gec_attribution.tables.printed import PRINTED

if TYPE_CHECKING:
    from gec_attribution.config.study import Study

_RESULTS = {
    name: name
    for name in (
        "edit_counts",
        "agreement",
        "meta_evaluation",
        "estimators",
        "efficiency",
        "case_study",
        "bias",
        "precision",
        "system_scores",
        "explained_differences",
        "description_ratings",
        "corpus_statistics",
    )
}
_DIFFERENCES = {
    "consistency_differences": "differences/consistency",
    "consistency_chunks_differences": "differences/consistency_chunks",
    "agreement_differences": "differences/agreement",
    "meta_evaluation_differences": "differences/meta_evaluation",
    "bias_differences": "differences/bias",
}


def _claimed(study: "Study") -> dict[str, object]:
    """Subjects of the papers' claims.

    Returns:
        Under `claimed`, `datasets`: the papers' data sets, with their names there and their
        languages; `models`: the metrics of the data sets in the attribution paper's language, with
        their types and labels, without components of other metrics.
    """
    datasets = {
        name: (entry.published, entry.language)
        for name, entry in study.datasets.items()
        if entry.published
    }
    language_of_paper = PRINTED["languages"]["attribution"]
    scoring: set[str] = set()
    for name, (_, language) in datasets.items():
        if language == language_of_paper:
            scoring.update(study.metrics_of(name))
    models = [
        (name, study.metrics[name].type, study.label("metric", name))
        for name in study.scored_metrics
        if name in scoring
    ]
    return {"claimed": {"datasets": datasets, "models": models}}


EXPERIMENT = Experiment(
    name="paper_vs_reproduction",
    section="The paper's numbers and ours",
    text_columns=("explainer", "group"),
    options=None,
    tables=(
        Table(
            name="paper_vs_reproduction",
            title="The paper's numbers and these",
            asks=_claimed,
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
            asks=_claimed,
            is_made=lambda study: bool(study.published_datasets),
            joins={**_RESULTS, **_DIFFERENCES},
        ),
    ),
)
