"""EXCGEC's Tables 3 to 6: corrections and their explanations, scored against a data set's own."""

from gec_attribution.experiments.declaration import Experiment, Reads, Table

EXPERIMENT = Experiment(
    name="explained_systems",
    section="EXCGEC",
    text_columns=("explainer",),
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
