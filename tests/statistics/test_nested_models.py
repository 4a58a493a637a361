import numpy as np
from numpy.testing import assert_allclose
from scipy.optimize import minimize

from gec_attribution.statistics.folds import FOLDS, REPEATS, folds
from gec_attribution.statistics.nested_models import judged, log_likelihood


def test_a_source_is_in_one_fold_of_each_division():
    cluster = np.repeat(np.arange(50), 3)
    divisions = folds(cluster, 1)
    assert divisions.shape == (REPEATS, 150)
    for number, division in enumerate(divisions):
        assert set(division) == set(range(FOLDS * number, FOLDS * (number + 1)))
        assert (division.reshape(50, 3) == division.reshape(50, 3)[:, :1]).all()
        assert np.bincount(division % FOLDS).tolist() == [15] * FOLDS
    assert not (divisions[0] == divisions[1] - FOLDS).all()


def penalised_loss(coefficients, design, right):
    """Minus the log likelihood, and half the squares of all coefficients but the first."""
    logits = coefficients[0] + design @ coefficients[1:]
    return (
        np.logaddexp(0, np.where(right, -logits, logits)).sum()
        + coefficients[1:] @ coefficients[1:] / 2
    )


def test_a_model_of_the_other_folds_has_the_least_penalised_loss():
    random = np.random.default_rng(0)
    categories, values = random.integers(0, 3, 200), random.normal(size=200)
    right = random.random(200) < 1 / (1 + np.exp(-values - (categories == 0)))
    fold = random.integers(0, 4, 200)
    for numbers in (np.zeros((200, 0)), values[:, None]):
        probabilities = judged(categories, numbers, right, fold)
        for number in range(4):
            others = fold != number
            design = np.eye(3)[categories]
            for feature in numbers.T:
                # No value of a test item is one of those fitted to; theirs are mid-ranks.
                places = (
                    np.searchsorted(np.sort(feature[others]), feature) + 0.5 * others
                )
                rank = np.sqrt(3) * (2 * places / others.sum() - 1)
                design = np.column_stack([design, rank])
            start = np.zeros(design.shape[1] + 1)
            fitted = minimize(
                penalised_loss,
                start,
                (design[others], right[others]),
                options={"gtol": 1e-7},
            ).x
            expected = 1 / (1 + np.exp(-fitted[0] - design[~others] @ fitted[1:]))
            assert_allclose(probabilities[~others], expected, atol=1e-6)


def test_the_likelihood_is_of_what_is_true():
    computed = log_likelihood(np.array([0.25, 0.25]), np.array([True, False]))
    assert_allclose(computed, [np.log(0.25), np.log(0.75)])
