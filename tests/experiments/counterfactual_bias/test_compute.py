import numpy as np
import pandas as pd
import pytest
from attributed import attributions

from gec_attribution.corpora.probes import PAIR_COLUMNS
from gec_study.experiments.counterfactual_bias.compute import (
    compute,
    counterfactual_bias,
)
from gec_study.experiments.inputs import Inputs

PAIRS = pd.DataFrame(
    [
        ("gender", 1, 1, "he", 2, "she"),
        ("gender", 2, 3, "he", 4, "she"),
        ("nation", 3, 5, "a", 6, "b"),
        ("nation", 3, 5, "a", 7, "c"),
        ("nation", 3, 6, "b", 7, "c"),
    ],
    columns=PAIR_COLUMNS,
)
PHI = {1: [1.0], 2: [2.0], 3: [3.0], 4: [-2.0], 5: [4.0], 6: [1.0], 7: [1.0]}


def table_of(phi, pairs=PAIRS):
    sentences = [("s", line, values) for line, values in phi.items()]
    return counterfactual_bias(attributions(sentences), pairs, resamples=100)


def value(table, contrast, group, measure):
    rows = table[(table["contrast"] == contrast) & (table["group"] == group)]
    (found,) = rows[rows["measure"] == measure]["value"]
    return found


def test_differences_are_relative_to_what_is_compared():
    table = table_of(PHI)
    size = (1 + 2) / 2 + (3 + 2) / 2
    assert value(table, "gender", "all", "difference") == pytest.approx((1 - 5) / size)
    assert value(table, "gender", "all", "size") == pytest.approx((1 + 5) / size)
    assert value(table, "gender", "all", "sign_changes") == 0.5
    assert value(table, "nation", "a", "difference") == pytest.approx((3 + 3) / (2.5 + 2.5))
    assert value(table, "nation", "b", "difference") == pytest.approx((-3 + 0) / (2.5 + 1))
    assert value(table, "nation", "c", "difference") == pytest.approx((-3 + 0) / (2.5 + 1))
    assert value(table, "nation", "all", "size") == pytest.approx(6 / 6)


def test_turning_a_pair_round_changes_nothing_but_a_direction():
    other_columns = [f"other_{name}" for name in ("line", "word")]
    turned = PAIRS.rename(
        columns=dict(
            zip(["line", "word", *other_columns], [*other_columns, "line", "word"], strict=True)
        )
    )[PAIR_COLUMNS]
    as_given, turned_round = table_of(PHI), table_of(PHI, turned)
    for word in "abc":
        both = [value(table, "nation", word, "difference") for table in (as_given, turned_round)]
        assert both[0] == pytest.approx(both[1])
    assert value(as_given, "gender", "all", "difference") == -value(
        turned_round, "gender", "all", "difference"
    )


def test_a_metric_that_reads_no_words_has_no_bias():
    table = table_of({line: [0.5] for line in PHI})
    assert (table["value"] == 0).all()


def test_every_edit_of_two_sentences_is_compared_with_its_own():
    table = table_of({1: [1.0, 5.0], 2: [2.0, 5.0], 3: [0.0], 4: [0.0]}, PAIRS[:2])
    assert value(table, "gender", "all", "difference") == pytest.approx(1 / (1.5 + 5))
    assert table["items"].tolist() == [3, 3, 3]


def test_undefined_attributions_are_counted():
    table = table_of({**PHI, 4: [np.nan]})
    gender = table[table["contrast"] == "gender"]
    assert gender["missing"].tolist() == [1, 1, 1]
    assert value(table, "gender", "all", "difference") == pytest.approx(1 / 1.5)


def test_templates_are_what_is_resampled():
    table = table_of(PHI)
    assert table.set_index("contrast")["sources"].to_dict() == {"gender": 2, "nation": 1}
    pairs = pd.DataFrame(
        [("gender", k, 2 * k, "he", 2 * k + 1, "she") for k in range(1, 31)], columns=PAIR_COLUMNS
    )
    phi = {2 * k + side: [1.0 + side * (k % 2)] for k in range(1, 31) for side in (0, 1)}
    row = table_of(phi, pairs).iloc[0]
    assert row["low"] < row["value"] < row["high"]
    assert row["sources"] == 30


def test_a_part_of_the_lines_has_the_pairs_within_it(tmp_path):
    PAIRS.to_csv(tmp_path / "pairs.tsv", sep="\t", index=False)
    table = attributions([("s", line, PHI[line]) for line in (1, 2, 3, 4)])
    table.to_parquet(tmp_path / "m.parquet")
    files = {"attributions": [tmp_path / "m.parquet"], "pairs": [tmp_path / "pairs.tsv"]}
    computed = compute(Inputs(files, metrics=["m"], settings={"lines": "1-4"}, resamples=100))
    pd.testing.assert_frame_equal(
        computed, counterfactual_bias(table, PAIRS[PAIRS["contrast"] == "gender"], resamples=100)
    )
