"""EXCGEC's Tables 3 to 6: corrections and their explanations, scored against a data set's own."""

from typing import Any

from gec_attribution.experiments.declaration import Experiment, Reads, Table

PUBLISHED = "excgec-test"
"""The data set of the paper."""
_KINDS = {"own": "multi_task", "reference": "ground_truth"}


def kind_of(correction: str) -> str:
    """The table about the corrections of explainers (`own`), of the reference or of a system."""
    return _KINDS.get(correction, "pipelines")


def _table(kind: str, title: str) -> Table:
    def is_made(study: Any) -> bool:
        for dataset in study.explained_datasets:
            if study.datasets[dataset].published == PUBLISHED:
                return True
            kinds = set(map(kind_of, study.systems_of(dataset)))
            for _, correction, _ in study.explanations_of(dataset):
                kinds.add(kind_of(correction))
            if kind in kinds:
                return True
        return False

    return Table(
        name=kind,
        title=title,
        asks=lambda study: {"published_datasets": study.published_datasets},
        options={"kind": kind},
        is_made=is_made,
    )


def _part(name: str, title: str) -> Table:
    return Table(name=name, title=title, module=f"{name.partition('_')[2]}_table")


EXPERIMENT = Experiment(
    name="explained_systems",
    section="EXCGEC",
    text_columns=("explainer", "other_explainer", "group"),
    results=(
        "explained_systems",
        "explained_types",
        "explained_domains",
        "explained_confusion",
        "explained_differences",
        "answer_failures",
    ),
    reads=(
        Reads.SOURCES,
        Reads.REFERENCE_TEXTS,
        Reads.TEXTS,
        Reads.GOLD,
        Reads.EXPLANATIONS,
        Reads.REPORTS,
        Reads.PIPELINE,
    ),
    settings=("solutions", "language", "pipeline"),
    options=None,
    needs="explanations",
    tables=(
        _table("multi_task", "EXCGEC, Tables 3 and 5: models that correct and explain"),
        _table(
            "ground_truth",
            "EXCGEC, Tables 4 and 6: explanations of the reference's corrections",
        ),
        _table(
            "pipelines", "EXCGEC, Table 5: explanations of the systems' corrections"
        ),
        _part("explained_types", "Explanations by type of error"),
        _part("explained_domains", "Explanations by domain"),
        _part("explained_confusion", "Which types explainers take for which"),
        _part("answer_failures", "How answers of explainers fail"),
    ),
)
