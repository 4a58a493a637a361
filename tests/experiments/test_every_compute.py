"""Computation of every experiment, from files as the stages before it write them.

Each experiment's own tests check its numbers; these check the form that figures and tables rely on.
"""

import pandas as pd
import pytest
from computed_rows import compute_rows, computed, module_of_tests, value_before
from small_study import SOURCES, replacing

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.statistics import bootstrap

COMPUTED = [name for name, experiment in experiments().items() if experiment.computed]


@pytest.mark.parametrize("name", COMPUTED)
def test_rows_have_the_columns_that_are_shown_and_ordered_intervals(name):
    tables = computed(name)
    results = experiments()[name].result_names()
    assert tables.keys() == set(results)
    for result in results:
        table = tables[result]
        assert len(table) > 0
        invented = getattr(module_of_tests(name, "synthetic"), result, None)
        if invented:
            assert set(invented().columns) <= set(table.columns)
        for column in [key for key in table.columns if key.endswith("low")]:
            high = f"{column.removesuffix('low')}high"
            numbers = table[[column, value_before(table, column), high]].dropna()
            low, value, high = numbers.to_numpy(float).T
            assert (low <= value + 1e-9).all()
            assert (value <= high + 1e-9).all()
        assert table["signature"].str.len().gt(0).all()


# No two runs take the same time.
TIMED = {name for name in COMPUTED if experiments()[name].is_timed}


# Corrections are scored by the measures of a language, and sentences are shown in its writing.
OF_A_LANGUAGE = {"system_scores", "reproduced_outputs"}


@pytest.mark.parametrize(
    "name", [name for name in COMPUTED if name not in TIMED | OF_A_LANGUAGE]
)
def test_the_same_edits_of_characters_give_the_same_numbers(name):
    for result, table in computed(name).items():
        unsigned = table.columns.difference(
            ["signature", "other_signature"], sort=False
        )
        shown = [rows[unsigned] for rows in (table, computed(name, "zh")[result])]
        for column in table.columns.intersection(["method", "other_method"]):
            # Draws depend on the content of the sentence.
            shown = [rows[~rows[column].str.contains("sampling")] for rows in shown]
        if "estimator" in table:
            shown = [rows[["dataset", "metric", "estimator"]] for rows in shown]
        pd.testing.assert_frame_equal(*shown)


@pytest.mark.parametrize("change", ["seed", "references"])
@pytest.mark.parametrize("name", [name for name in COMPUTED if name not in TIMED])
def test_numbers_that_change_have_another_signature(
    name, change, monkeypatch, tmp_path
):
    for least in ("MIN_SOURCES", "FEW_SOURCES"):
        monkeypatch.setattr(bootstrap, least, 2)
    edits = [(replacing(3),), (replacing(2),), (replacing(0), replacing(2)), ()]
    references = tmp_path / "other.m2"
    write_m2(
        references,
        [AnnotatedSentence(s, {0: e}) for s, e in zip(SOURCES, edits, strict=True)],
    )
    changes = {"seed": 1, "references": references}
    before, after = compute_rows(name), compute_rows(name, **{change: changes[change]})
    for result, table in before.items():
        numbers = table.select_dtypes("number").columns
        both = [rows[numbers].reset_index(drop=True) for rows in (table, after[result])]
        if len(both[0]) != len(both[1]):
            continue
        moved = (
            ~((both[0] == both[1]) | (both[0].isna() & both[1].isna()))
            .all(axis=1)
            .to_numpy()
        )
        signatures = [rows["signature"].to_numpy() for rows in (table, after[result])]
        assert (signatures[0] != signatures[1])[moved].all(), (result, signatures[0][0])
