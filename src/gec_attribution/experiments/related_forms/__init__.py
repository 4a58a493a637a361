"""Related ways to weigh single edits, beside Shapley values of the same edits."""

from gec_attribution.experiments.declaration import (
    DATASETS,
    Experiment,
    Reads,
    Table,
    at_least,
    forms,
)

EXPERIMENT = Experiment(
    name="related_forms",
    section="Beyond the paper",
    text_columns=("form",),
    about=(
        "How other ways to weigh single edits agree with Shapley values of the same edits, on data "
        "sets with references; left out where null."
    ),
    reads=(
        Reads.EDITS,
        Reads.EXTRACTION,
        Reads.SOURCES,
        Reads.REFERENCE_TEXTS,
        Reads.SHAPLEY_ATTRIBUTIONS,
    ),
    settings=("coalitions", "methods", "language"),
    scores="forms",
    environment="scores",
    options={
        "datasets": DATASETS,
        "sentences": at_least(
            1, 200, "Corrected sentences compared, with 2 edits or more, drawn by content."
        ),
        "forms": forms("The forms"),
    },
    method_type="shapley",
    needs="references",
    tables=(Table(name="related_forms", title="Related forms of weighing edits"),),
)
