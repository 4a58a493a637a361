from itertools import product

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from gec_attribution.errors import InputError
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.bootstrap import Resampling
from gec_attribution.statistics.differences import differences

RESAMPLES = 999


def statistics(numbers, keys=("sign",)):
    """Means of made series, a row each: {(metric, method, key of each of `keys`): numbers}."""
    rows = []
    for (metric, method, *key), values in numbers.items():
        mean = Resampling(resamples=RESAMPLES, seed=7).mean(
            values, np.arange(len(values))
        )
        row = dict(zip(keys, key, strict=True))
        row |= {"dataset": "d", "metric": metric, "method": method, "value": mean.value}
        row |= {"sources": 40, "replicates": mean.replicates}
        rows.append(row | {"signature": f"metric:{metric}|method:{method}"})
    return pd.DataFrame(rows)


def series(seed, shift=0.0):
    return np.random.default_rng(seed).normal(size=40) + shift


def test_the_first_method_is_compared_with_the_others_and_metrics_under_it_with_each_other():
    numbers = {}
    for number, names in enumerate(product("xyz", "abc", "s")):
        numbers[names] = series(number)
    table = differences(statistics(numbers), keys=["sign"])
    pairs = (
        table[["metric", "method", "other_metric", "other_method"]].to_numpy().tolist()
    )
    methods = [[m, "a", m, other] for m in "xyz" for other in "bc"]
    metrics = [["x", "a", "y", "a"], ["x", "a", "z", "a"], ["y", "a", "z", "a"]]
    assert pairs == methods + metrics
    assert (table["signature"] == "metric:" + table["metric"] + "|method:a").all()
    expected = [
        numbers[one, a, "s"].mean() - numbers[other, b, "s"].mean()
        for one, a, other, b in pairs
    ]
    assert_allclose(table["difference"], expected)


def test_interval_and_p_value_are_paired():
    shared = series(0)
    numbers = {
        ("m", "first", "s"): shared + 0.1,
        ("m", "same", "s"): shared + 0.1,
        ("m", "lower", "s"): shared + 0.01 * series(1),
    }
    table = differences(statistics(numbers), keys=["sign"])
    same, lower = table.to_dict("records")
    assert [same[name] for name in ("difference", "low", "high", "p", "p_holm")] == [
        0,
        0,
        0,
        1,
        1,
    ]
    # The means are some 0.3 wide; their difference is certain.
    assert 0.09 < lower["low"] < lower["difference"] < lower["high"] < 0.11
    assert lower["p"] == 2 / 1000
    assert lower["p_holm"] == 4 / 1000


def test_families_are_corrected_apart():
    cells = [("f", 1), ("f", 2), ("g", 1)]
    numbers = {
        ("m", method, *cell): series(10 * seed + number, 0.4 * seed)
        for seed, method in enumerate("ab")
        for number, cell in enumerate(cells)
    }
    table, keys = (
        statistics(numbers, keys=("protocol", "threshold")),
        ["protocol", "threshold"],
    )
    apart = differences(table, keys=keys, family=["protocol"])
    assert len(apart) == 3
    assert apart["p"].between(0.01, 0.4).all()
    assert_allclose(apart["p_holm"][:2], bootstrap.holm(apart["p"][:2].to_numpy()))
    assert apart["p_holm"][2] == apart["p"][2]
    together = differences(table, keys=keys)
    assert_allclose(together["p_holm"], bootstrap.holm(apart["p"].to_numpy()))


def test_one_metric_and_one_method_leave_nothing_to_compare():
    compared = differences(statistics({("m", "a", "s"): series(0)}), keys=["sign"])
    assert compared.empty
    assert "p_holm" in compared


def test_different_statistics_are_refused():
    numbers = {("m", "a", "s"): series(0), ("m", "b", "t"): series(0)}
    with pytest.raises(InputError, match="m a and m b have different statistics"):
        differences(statistics(numbers), keys=["sign"])


def test_metrics_are_compared_where_no_method_is_at_work():
    table = statistics({("m", "", "s"): series(0), ("n", "", "s"): series(1)})
    (row,) = differences(table.drop(columns="method"), keys=["sign"]).to_dict("records")
    assert (row["metric"], row["other_metric"], row["method"]) == ("m", "n", "")
