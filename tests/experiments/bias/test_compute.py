import numpy as np
import pytest
from attributed import attributions
from scipy import stats

from gec_attribution.experiments.bias.compute import bias, with_correction


def sentence(system, line, phi, *types):
    return system, line, phi, [(k, k + 1, "x", kind) for k, kind in enumerate(types)]


TABLE = attributions(
    [
        sentence("one", 0, [1, -3], "R:ORTH", "M:DET"),
        sentence("two", 0, [2, 2], "R:DET", "R:VERB:SVA"),
        sentence("two", 1, [0, 0], "U:DET", "R:ORTH"),
        sentence("two", 2, [float("nan")], "U:DET"),
    ]
)


def test_the_mean_of_a_type_is_over_all_operations_and_systems():
    table = bias(TABLE, min_frequency=1, resamples=50).set_index("type")
    assert table.index.tolist() == ["DET", "ORTH", "VERB:SVA"]
    assert table["mean"].tolist() == pytest.approx([(-0.75 + 0.5 + 0) / 3, 0.25 / 2, 0.5])
    assert table["edits"].tolist() == [3, 2, 1]
    assert (table["missing"] == 1).all()
    assert table["sources"].tolist() == [2, 2, 1]


def test_a_type_of_few_sentences_has_no_interval_and_no_p_value():
    # Forty sentences; SPELL is in all of them, WO in nine, ORTH in ten, each with half the effect.
    sentences = [
        sentence("one", line, [1, 1], "R:SPELL", "R:WO" if line < 9 else "R:ORTH")
        for line in range(19)
    ] + [sentence("one", line, [1, -3], "R:SPELL", "R:SPELL") for line in range(19, 40)]
    table = bias(attributions(sentences), min_frequency=1, resamples=200).set_index("type")
    assert table["sources"].to_dict() == {"ORTH": 10, "SPELL": 40, "WO": 9}
    assert table.loc["WO", ["low", "high", "p"]].isna().all()
    assert table["note"].to_dict() == {
        "ORTH": "",
        "SPELL": "",
        "WO": "no interval: 9 of at least 10 source sentences",
    }
    # All ten are alike: the interval is a point, and no resample reaches zero.
    assert table.loc["ORTH", ["low", "high"]].tolist() == [0.5, 0.5]
    # The tail of ten sources is wider: Student's for the normal one, of the variance with n - 1.
    narrow = stats.norm.ppf(1 / 20_001) * (9 / 10) ** 0.5
    assert table["p"]["ORTH"] == pytest.approx(2 * stats.t.cdf(narrow, 9))
    assert table["low"]["SPELL"] < table["mean"]["SPELL"] < table["high"]["SPELL"]


def test_the_correction_is_over_the_types_of_all_metrics():
    generator = np.random.default_rng(0)
    tables = [
        bias(
            attributions(
                [
                    sentence("one", line, generator.normal(0.4, 1, 2).tolist(), "R:DET", "R:ORTH")
                    for line in range(40)
                ],
                metric=metric,
            ),
            min_frequency=1,
        )
        for metric in "mn"
    ]
    table = with_correction(tables)
    assert table[["metric", "type"]].to_numpy().tolist() == [
        *[["m", "DET"], ["m", "ORTH"], ["n", "DET"], ["n", "ORTH"]]
    ]
    ascending = table.sort_values("p")
    expected = np.maximum.accumulate(ascending["p"] * [4, 3, 2, 1]).clip(upper=1)
    assert ascending["p_holm"].tolist() == pytest.approx(expected.tolist())
    assert list(table.columns[5:8]) == ["high", "p", "p_holm"]
