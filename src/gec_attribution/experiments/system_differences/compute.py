"""Gains of systems by the edits of each type of error, compared in pairs."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from gec_attribution.edits.error_types import main_type
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.statistics.paired_sums import corrected, paired_sums


def compute(inputs: Inputs) -> pd.DataFrame:
    """`system_differences` under every metric, corrected together."""
    evaluation = inputs.evaluation().with_test_resamples()
    lines = len(inputs.sources())
    tables = [
        system_differences(evaluation, attributions, inputs.systems, lines)
        for attributions in inputs.attributions()
    ]
    return corrected(pd.concat(tables, ignore_index=True))


def system_differences(
    evaluation: Evaluation,
    attributions: pd.DataFrame,
    systems: Sequence[str],
    lines: int,
) -> pd.DataFrame:
    """The first system beside every other one, by one metric and method.

    Args:
        evaluation: the resamples.
        attributions: a row for each edit.
        systems: two systems or more; systems without an edit are compared, too.
        lines: number of sentences.

    Returns:
        The rows of `paired_sums` for each other system, by the types of errors without their
        operation: dataset, metric, system, other_system and its columns, then signature.
    """
    evaluation = evaluation.of(attributions)
    edits = attributions.assign(
        sentence=attributions["line"], group=main_type(attributions["type"].astype(str))
    )
    first, *others = systems
    tables = []
    for other in others:
        sides = [edits[edits["system"] == system] for system in (first, other)]
        table = paired_sums(evaluation, sides[0], sides[1], np.arange(1, lines + 1))
        names = [evaluation.dataset, evaluation.metric, first, other]
        for place, column in enumerate(("dataset", "metric", "system", "other_system")):
            table.insert(place, column, names[place])
        tables.append(table)
    return pd.concat(tables, ignore_index=True).assign(signature=evaluation.signature)
