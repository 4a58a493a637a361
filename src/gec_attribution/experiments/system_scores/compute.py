"""Scores of the systems: against references, and by every metric."""

import pandas as pd

from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.experiments.system_scores.by_metrics import metric_scores, scores_by_line
from gec_attribution.experiments.system_scores.by_references import reference_scores

_KEYS = ["dataset", "system"]


def compute(inputs: Inputs) -> pd.DataFrame:
    """`system_scores` of a data set."""
    by_metrics = []
    for metric in inputs.metrics:
        ends = inputs.ends(metric)
        evaluation = inputs.evaluation(metric).for_tests()
        evaluation = evaluation.signed(scored_parts(metric, ends.attrs["signature"]))
        by_metrics.append(metric_scores(evaluation, inputs.systems, scores_by_line(ends)))
    by_references = None
    if inputs.files["references"]:
        by_references = reference_scores(
            inputs.evaluation(),
            inputs.sources(),
            inputs.edits(),
            inputs.references(),
            language=inputs.language,
        )
    return system_scores(by_metrics, by_references)


def system_scores(
    by_metrics: list[pd.DataFrame], by_references: pd.DataFrame | None
) -> pd.DataFrame:
    """One table of systems: what each metric gave them, and how good they are by references.

    Args:
        by_metrics: rows of `metric_scores`, a table for each metric.
        by_references: rows of `reference_scores`; None for a data set without references.

    Returns:
        A row for each metric and system with all columns of both, those by references in the rows
        of every metric (`lines` and `f_note` for `sentences` and `note`); a row for each system,
        with an empty metric, where there is none.
    """
    if by_references is None:
        return pd.concat(by_metrics, ignore_index=True)
    renamed = by_references.rename(columns={"sentences": "lines", "note": "f_note"})
    if not by_metrics:
        return renamed.assign(metric="")
    rows = pd.concat(by_metrics, ignore_index=True)
    table = rows.merge(renamed, on=_KEYS, suffixes=("", "_by_references"), validate="many_to_one")
    signature = table["signature"] + ";" + table.pop("signature_by_references")
    return table.assign(signature=signature)
