"""Counts of sentences that a study could score or attribute only in part, or not at all."""

from typing import Any

from gec_attribution.experiments.declaration import Experiment, Reads, Table


def _explained(study: Any, dataset: str, metric: str) -> dict[str, object]:
    """Explainer of each report of explanations, and whose correction it explained."""
    del metric
    explained = []
    for explainer, correction, runs in study.explanations_of(dataset):
        explained += [(explainer, correction)] * len(runs)
    return {"explained": explained}


EXPERIMENT = Experiment(
    name="warnings",
    section="1 The systems under each metric",
    text_columns=("where",),
    reads=(Reads.EDITS, Reads.UNALIGNED, Reads.COALITIONS, Reads.SCORES, Reads.REPORTS),
    settings=("coalitions",),
    asks=_explained,
    options=None,
    tables=(
        Table(
            name="warnings",
            title="What was scored or attributed only in part",
            is_summarised=True,
        ),
    ),
)
