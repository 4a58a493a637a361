"""Related ways to weigh single edits, beside Shapley values of the same edits."""

from gec_attribution.experiments.declaration import (
    DATASETS,
    REQUIRED,
    Experiment,
    Option,
    Table,
    at_least,
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
        *("edits", "extraction", "sources", "reference_texts"),
        "attributions by Shapley values",
    ),
    settings=("forms", "coalitions", "methods", "language"),
    scores="forms",
    environment="scores",
    options={
        "datasets": DATASETS,
        "sentences": at_least(
            1, 200, "Corrected sentences compared, with 2 edits or more, drawn by content."
        ),
        "forms": Option(
            "The forms by name, each with a `label`, a `metric` and a `method`, written as under "
            "`metrics` and `methods`.",
            REQUIRED,
            "object",
            {
                "minProperties": 1,
                "additionalProperties": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["metric", "method"],
                    "properties": {
                        "label": {"type": "string"},
                        "metric": {"type": "object", "required": ["type"]},
                        "method": {"type": "object", "required": ["type"]},
                    },
                },
            },
        ),
    },
    method_type="shapley",
    needs="references",
    tables=(Table(name="related_forms", title="Related forms of weighing edits"),),
)
