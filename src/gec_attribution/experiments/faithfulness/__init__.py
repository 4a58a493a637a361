"""Faithfulness: early gains from applying the edits in the order of φ, the best first."""

from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Finding,
    Reads,
    Table,
)

EXPERIMENT = Experiment(
    name="faithfulness",
    section="Beyond the paper",
    about=(
        "Whether applying edits in the order of φ raises the metric, and F0.5, soonest. "
        "Needs every subset of a sentence's edits."
    ),
    reads=(
        Reads.EDITS,
        Reads.COALITIONS,
        Reads.SCORES,
        Reads.ALL_ATTRIBUTIONS,
        Reads.REFERENCES,
    ),
    settings=("methods", "coalitions"),
    every_coalition=True,
    figures=(Figure(name="faithfulness", title="Edits in the order of φ"),),
    tables=(
        Table(
            name="faithfulness",
            title="Edits in the order of φ",
            finding=Finding(
                "Applying edits in the order of φ gains most of what the metric can gain by "
                "{highest[method]} ({highest[value]:.2f}, {highest[metric]}), least by "
                "{lowest[method]} ({lowest[value]:.2f}, {lowest[metric]}).",
                column="value",
                where={"curve": "metric"},
            ),
        ),
    ),
)
