import numpy as np
import pytest

from gec_attribution.statistics.classification import area_under_curve, ordered_pairs


def test_areas_are_those_of_all_pairs_of_items_in_each_resample():
    random = np.random.default_rng(3)
    values = random.integers(0, 5, 60).astype(float)
    positive, cluster = random.random(60) < 0.7, random.integers(0, 15, 60)
    strata = cluster % 3
    compute = area_under_curve(values, positive, cluster, strata=strata)
    counts = random.integers(0, 3, (4, 15)).astype(float)
    for area, times in zip(compute(counts), counts, strict=True):
        ordered = pairs = 0
        for up in np.flatnonzero(positive):
            for down in np.flatnonzero(~positive & (strata == strata[up])):
                mass = times[cluster[up]] * times[cluster[down]]
                ordered += mass * (np.sign(values[up] - values[down]) + 1) / 2
                pairs += mass
        assert area == pytest.approx(ordered / pairs)
    assert np.isnan(compute(np.zeros((1, 15))))


def test_pairs_of_a_group_by_hand():
    # In group 1 right are 3 and 1, wrong 1 and 0: 3 is above both, 1 ties and is above.
    values, positive = np.array([3.0, 1, 1, 0, 9, 5]), np.array([1, 1, 0, 0, 0, 1], bool)
    ordered, pairs = ordered_pairs(values, positive, np.array([1, 1, 1, 1, 0, 7]))
    assert ordered.tolist() == [0, 3.5, 0]
    assert pairs.tolist() == [0, 4, 0]
