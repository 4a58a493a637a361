"""Uses of attributions: to review edits, to filter a system's, to combine several systems'."""

from typing import Any

from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    Finding,
    OptionsOfMetrics,
    Reads,
    Table,
)
from gec_attribution.experiments.uses.labels import ORDERS


def _has_several_systems(study: Any) -> bool:
    datasets = [name for name, entry in study.datasets.items() if entry.references]
    return any(len(study.systems_of(name)) > 1 for name in datasets)


EXPERIMENT = Experiment(
    name="uses",
    section="Against people",
    about=(
        "What φ is good for: the edits to review first, a filter of a system's edits, and a "
        "combination of several systems. By references, and by people on data sets whose "
        "`experiments` name it."
    ),
    reads=(Reads.ATTRIBUTIONS, Reads.REFERENCES, Reads.JUDGED, Reads.JUDGED_SYSTEMS),
    settings=("lines",),
    options=OptionsOfMetrics,
    needs="references",
    own_datasets=True,
    results=("review", "filtered", "combined"),
    figures=(Figure(name="review", title="Wrong edits among those reviewed first"),),
    tables=(
        Table(
            name="review",
            title="Wrong edits among those reviewed first",
            finding=Finding(
                "Of the wrong edits, most are found by {highest[order]} {highest[metric]} "
                "({highest[value]:.0%} among the first {highest[reviewed]:.0%}, "
                "{highest[dataset]}), fewest by {lowest[order]} {lowest[metric]} "
                "({lowest[value]:.0%}, {lowest[dataset]}).",
                column="value",
                where={"reviewed": 0.1},
                names={"order": ORDERS},
            ),
        ),
        Table(
            name="filtered",
            title="Systems without their edits of low φ",
            module="filter_table",
        ),
        Table(
            name="combined",
            title="Edits chosen from those of all systems",
            module="combined_table",
            is_made=_has_several_systems,
        ),
    ),
)
