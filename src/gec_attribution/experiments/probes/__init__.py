"""Known-answer tests of metrics: right edits, useless ones, and edits that should be alike."""

from pydantic import Field

from gec_attribution.experiments.declaration import (
    Experiment,
    ExperimentOptions,
    Figure,
    ProjectFile,
    Reads,
    Table,
)


class Options(ExperimentOptions):
    """Options of the experiment."""

    most_edits: int = Field(
        default=6,
        ge=1,
        description="Most edits of a reference whose coalitions are all scored.",
    )

    def most_reference_edits(self) -> int:
        """Most edits of a reference whose own edits are played."""
        return self.most_edits


EXPERIMENT = Experiment(
    name="probes",
    section="Against chance",
    about=(
        "Tests with known answers: whether metrics reward the references' own edits and, on "
        "data sets whose `experiments` name it, edits that correct nothing (types `X:…`) and the "
        "same edit beside different gendered or national words."
    ),
    reads=(
        Reads.ATTRIBUTIONS,
        Reads.REFERENCES,
        Reads.EDITS,
        Reads.COALITIONS,
        Reads.SCORES,
    ),
    inputs={"pairs": ProjectFile("data/probes/pairs.tsv")},
    settings=("methods", "coalitions", "language", "lines"),
    options=Options,
    needs="references",
    own_datasets=True,
    figures=(
        Figure(
            name="probes", title="Edits that are right, and edits that correct nothing"
        ),
        Figure(
            name="probe_pairs",
            title="Sentences that differ in one word",
            module="pairs_figure",
        ),
    ),
    tables=(
        Table(
            name="probes",
            title="Edits that are right, that correct nothing, and that should not differ",
        ),
    ),
    text_columns=("group",),
)
