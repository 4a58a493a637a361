import numpy as np
from numpy.testing import assert_allclose

from gec_attribution.statistics.classification import area_under_curve, ordered_pairs


def test_areas_are_of_pairs_of_a_stratum_as_often_as_their_sources_are_drawn():
    # In the first stratum right are 2 and 1, and wrong is 1; in the other one 0 is right, 5 wrong.
    values, positive = np.array([2.0, 1, 1, 0, 5]), np.array([1, 1, 0, 1, 0], bool)
    cluster, strata = np.array([0, 1, 1, 2, 0]), np.array([0, 0, 0, 1, 1])
    compute = area_under_curve(values, positive, cluster, strata=strata)
    areas = compute(np.array([[1.0, 1, 1], [2, 1, 3], [0, 1, 0], [0, 0, 0]]))
    # A pair counts as often as both sources together, and a tie half.
    assert_allclose(areas, [(1 + 0.5) / 3, (2 + 0.5) / (2 + 1 + 6), 0.5, np.nan])


def test_pairs_of_a_group_by_hand():
    # In group 1 right are 3 and 1, wrong 1 and 0: 3 is above both, 1 ties and is above.
    values, positive = (
        np.array([3.0, 1, 1, 0, 9, 5]),
        np.array([1, 1, 0, 0, 0, 1], bool),
    )
    ordered, pairs = ordered_pairs(values, positive, np.array([1, 1, 1, 1, 0, 7]))
    assert ordered.tolist() == [0, 3.5, 0]
    assert pairs.tolist() == [0, 4, 0]
