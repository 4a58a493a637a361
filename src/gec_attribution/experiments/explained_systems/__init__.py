"""EXCGEC's Tables 3 to 6: corrections and their explanations, scored against a data set's own."""

from gec_attribution.experiments.declaration import Experiment, Table

EXPERIMENT = Experiment(
    name="explained_systems",
    section="EXCGEC",
    text_columns=("explainer",),
    reads=("sources", "reference_texts", "texts", "gold", "explanations", "reports", "pipeline"),
    settings=("solutions", "language", "pipeline"),
    environment="explanations",
    options=None,
    needs="explanations",
    tables=(
        Table(
            name="{kind}",
            title="{kind}",
            variants={
                "multi_task": "EXCGEC, Tables 3 and 5: models that correct and explain",
                "ground_truth": (
                    "EXCGEC, Tables 4 and 6: explanations of the reference's corrections"
                ),
                "pipelines": "EXCGEC, Table 5: explanations of the systems' corrections",
            },
        ),
    ),
)
