"""Whether attributions follow the severity of errors, and which types of error a metric feels."""

from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Option,
    Reads,
    Table,
    at_least,
)

EXPERIMENT = Experiment(
    name="severity_attribution",
    section="Beyond the paper",
    text_columns=("by", "group"),
    about=(
        "Whether attributions follow the severities that people gave, on the data sets that have "
        "`explanations`; left out where null."
    ),
    reads=(Reads.SOURCES, Reads.GOLD, Reads.ALL_ATTRIBUTIONS),
    settings=("language",),
    options={
        "systems": Option(
            "Systems whose edits are taken, where the explained reference has the same; null takes "
            "all.",
            None,
            ("array", "null"),
            {"items": {"type": "string"}},
        ),
        "min_frequency": at_least(
            1, 10, "Fewest edits of an error type, in sentences with two edits or more."
        ),
    },
    needs="explanations",
    figures=(
        Figure(name="severity_attribution", title="Attributions and severities"),
        Figure(
            name="felt_types",
            title="Types of errors that a metric feels",
            module="felt_types_figure",
            takes=("method", "min_frequency"),
        ),
    ),
    tables=(
        Table(name="severity_attribution", title="Attributions and severities"),
        Table(
            name="felt_types",
            title="Types of errors that a metric feels",
            module="felt_types_table",
            takes=("method",),
        ),
    ),
)
