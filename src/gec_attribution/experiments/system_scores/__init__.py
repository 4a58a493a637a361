"""Scores of the systems: ERRANT's F0.5 and GLEU against references, and every metric's."""

from gec_attribution.experiments.declaration import (
    Experiment,
    Finding,
    Option,
    Reads,
    Table,
)

EXPERIMENT = Experiment(
    name="system_scores",
    section="1 The systems under each metric",
    about="Scores of the systems: ERRANT's F0.5 and GLEU against references, and every metric's.",
    text_columns=("metric",),
    reads=(Reads.SOURCES, Reads.EDITS, Reads.REFERENCES, Reads.ENDS),
    settings=("language",),
    options={
        "metrics": Option(
            "Metrics whose mean scores are in the table; null takes all. With [] systems are "
            "compared with references alone, and nothing is scored for it.",
            None,
            ("array", "null"),
            {"items": {"type": "string"}},
        )
    },
    default=True,
    tables=(
        Table(
            name="system_scores",
            title="The systems",
            finding=Finding(
                text=(
                    "Against its references, {highest[dataset]} is corrected best by "
                    "{highest[system]}: F0.5 is {highest[f]:.3f}."
                ),
                column="f",
            ),
        ),
    ),
)
