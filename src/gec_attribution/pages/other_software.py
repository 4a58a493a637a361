"""Records in the forms of shap and shapiq, whose plots then work on them.

Both packages are imported here alone, when somebody asks for such a form.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gec_attribution.attribution.records import Record
from gec_attribution.errors import InputError
from gec_attribution.formatting.changes import change
from gec_attribution.plugins.extras import needed_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gec_attribution.games.values import ValueTable


def values_of(record: Record) -> "NDArray[np.float64]":
    """φ of each edit, (n,), in the metric's unit."""
    return np.array([edit.phi for edit in record.edits], dtype=float)


def shap_of_one(record: Record) -> Any:
    """A `shap.Explanation` of one record: edits are features, and their types the data."""
    with needed_by("`to_shap`"):
        import shap

    return shap.Explanation(
        values=values_of(record),
        base_values=record.baseline,
        data=np.array([edit.type for edit in record.edits], dtype=object),
        feature_names=[change(edit.original, edit.correction) for edit in record.edits],
    )


def shap_of_many(records: Sequence[Record]) -> Any:
    """A `shap.Explanation` of several records, for `beeswarm` and `bar`.

    Returns:
        A row a record without undefined φ, a feature an error type. The values are sums of φ, the
        data are numbers of edits.

    Raises:
        InputError: the records are of several metrics or methods.
    """
    with needed_by("`to_shap`"):
        import shap

    ways = sorted({f"{record.metric}, {record.method}" for record in records})
    if len(ways) > 1:
        raise InputError(
            f"the records are by {'; '.join(ways)}; choose one metric and one method (`where`)"
        )
    defined = [record for record in records if not np.isnan(values_of(record)).any()]
    types = sorted({edit.type for record in defined for edit in record.edits})
    values, counts = np.zeros((2, len(defined), len(types)))
    for row, record in enumerate(defined):
        for edit in record.edits:
            column = types.index(edit.type)
            values[row, column] += edit.phi
            counts[row, column] += 1
    baselines = np.array([record.baseline for record in defined], dtype=float)
    return shap.Explanation(
        values=values, base_values=baselines, data=counts, feature_names=types
    )


def shapiq_of(record: Record) -> Any:
    """`shapiq.InteractionValues` of a record: φ, and the interactions of pairs if they are known.

    With pairs the index is shapiq's `SII`: single edits have their Shapley values, pairs their
    Shapley interaction index. Pairs are left out where φ is of another method than Shapley values.
    """
    with needed_by("`to_shapiq`"):
        from shapiq import InteractionValues

    values: dict[tuple[int, ...], float] = {(): record.baseline}
    for number, edit in enumerate(record.edits):
        values[number,] = edit.phi
    index, order = "SV", 1
    is_shapley = "|method.type:shapley|" in record.signature
    if is_shapley and record.exact and record.interactions:
        index, order = "SII", 2
        for pair in record.interactions:
            values[pair.edits] = pair.shapley
    return InteractionValues(
        values=np.array(list(values.values()), dtype=float),
        index=index,
        max_order=order,
        min_order=0,
        n_players=len(record.edits),
        interaction_lookup={players: place for place, players in enumerate(values)},
        estimated=not record.exact,
        estimation_budget=record.evaluations,
        baseline_value=record.baseline,
    )


def shapiq_of_table(table: "ValueTable | None", index: str, order: int) -> Any:
    """`shapiq.InteractionValues` of a complete value table, computed by shapiq.

    Raises:
        InputError: there is no table, or it is not complete.
    """
    with needed_by("`to_shapiq`"):
        from shapiq import ExactComputer

    if table is None or not table.is_complete:
        raise InputError(
            "`order` needs the scores of all combinations of the edits: take an exact record, as "
            "`attribute` or an Explainer made it; its JSON has no scores of combinations"
        )
    places = np.uint64(1) << np.arange(table.n, dtype=np.uint64)

    def values(coalitions: "NDArray[np.bool_]") -> "NDArray[np.float64]":
        return table.at(np.atleast_2d(coalitions).astype(np.uint64) @ places)

    computer: Any = ExactComputer(values, n_players=table.n)
    return computer(index, order)
