"""EXCGEC's Table 7: whether the scores of descriptions agree with people."""

from typing import Annotated

from pydantic import Field

from gec_attribution.config.names import DatasetName
from gec_attribution.experiments.declaration import (
    Experiment,
    ExperimentOptions,
    Reads,
    Table,
)
from gec_attribution.plugins.options import PathTo


class Options(ExperimentOptions):
    """Options of the experiment."""

    dataset: DatasetName = Field(description="Data set whose explanations were rated.")
    ratings: Annotated[str, PathTo()] = Field(
        description="CSV file with the columns explainer, correction, line (from 1), annotator "
        "and rating (higher is better)."
    )


EXPERIMENT = Experiment(
    name="description_ratings",
    section="EXCGEC",
    about=(
        "Whether scores of descriptions agree with people (Table 7 of the paper on EXCGEC)."
    ),
    reads=(Reads.GOLD, Reads.FIRST_EXPLANATIONS),
    settings=("solutions", "lines"),
    options=Options,
    needs="explanations",
    checks_texts=True,
    tables=(
        Table(
            name="description_ratings", title="EXCGEC, Table 7: descriptions and people"
        ),
    ),
)
