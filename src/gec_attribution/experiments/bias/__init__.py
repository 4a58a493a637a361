"""Figure 6: what share of a correction's effect a metric gives to a type of error."""

from pydantic import Field

from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Finding,
    OptionsOfDatasets,
    Reads,
    Table,
    differences_table,
)


class Options(OptionsOfDatasets):
    """Options of the experiment."""

    min_frequency: int = Field(
        default=31,
        ge=1,
        description='Fewest edits of an error type ("greater than 30" in the paper).',
    )


EXPERIMENT = Experiment(
    name="bias",
    section="5.1 Case study and bias",
    about="Figure 6.",
    reads=(Reads.ATTRIBUTIONS,),
    options=Options,
    default=True,
    figures=(
        Figure(
            name="bias",
            title="Figure 6: bias by error type",
            finding=Finding(
                "{highest[metric]} gives {highest[type]} the largest share of a correction's "
                "effect on average ({highest[mean]:+.2f}), {lowest[metric]} gives {lowest[type]} "
                "the smallest ({lowest[mean]:+.2f}).",
                column="mean",
            ),
            takes=("min_frequency",),
        ),
    ),
    results=("bias", "differences/bias"),
    tables=(
        Table(name="bias", title="Figure 6: mean attributions"),
        differences_table("bias", "Figure 6: differences between metrics"),
    ),
)
