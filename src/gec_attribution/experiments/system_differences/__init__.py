"""Differences between systems: what each gains by every type of error, with a paired test."""

from gec_attribution.experiments.declaration import (
    Experiment,
    ExperimentOptions,
    Reads,
    Table,
)

EXPERIMENT = Experiment(
    name="system_differences",
    section="1 The systems under each metric",
    about=(
        "Σφ of each error type of the first system and of every other one, with a paired test, and "
        "the edits that only one of the two makes. Data sets of two systems or more have it."
    ),
    reads=(Reads.ATTRIBUTIONS, Reads.SOURCES),
    options=ExperimentOptions,
    default=True,
    needs="two systems",
    tables=(Table(name="system_differences", title="Differences between the systems"),),
)
