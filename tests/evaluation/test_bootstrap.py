import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.evaluation import bootstrap

RESAMPLES = 200


def resampled_rows(sentences, resamples, seed):
    """For each resample the rows it consists of, repeated as often as their sentence was drawn."""
    distinct, cluster = np.unique(sentences, return_inverse=True)
    for counts in bootstrap.resample_counts(len(distinct), resamples, seed):
        yield np.repeat(np.arange(len(sentences)), counts[cluster].astype(int))


def percentiles(statistics):
    return np.nanquantile(statistics, [0.025, 0.975])


def tied_data():
    generator = np.random.default_rng(3)
    sentences = np.repeat(np.arange(30), generator.integers(1, 5, size=30))
    x = generator.normal(size=len(sentences)).round(1)
    y = (x + generator.normal(size=len(sentences))).round(1)
    return x, y, sentences


@pytest.fixture
def data():
    return tied_data()


def test_a_ratio_is_that_of_the_rows_of_each_resample(data):
    x, y, sentences = data
    x, y = np.abs(x), np.abs(y)
    found = bootstrap.ratio(x, x + y, sentences, resamples=RESAMPLES, seed=1)
    expected = [
        x[rows].sum() / (x + y)[rows].sum() for rows in resampled_rows(sentences, RESAMPLES, 1)
    ]
    assert found.value == pytest.approx(x.sum() / (x + y).sum())
    np.testing.assert_allclose([found.low, found.high], percentiles(expected))


@pytest.mark.parametrize(
    ("name", "statistic"), [("pearson", scipy.stats.pearsonr), ("spearman", scipy.stats.spearmanr)]
)
def test_a_correlation_is_scipys_on_the_rows_of_each_resample(data, name, statistic):
    x, y, sentences = data
    found = bootstrap.correlations(x, y, sentences, resamples=RESAMPLES, seed=1)[name]
    expected = [statistic(x[r], y[r])[0] for r in resampled_rows(sentences, RESAMPLES, 1)]
    assert found.value == pytest.approx(statistic(x, y)[0])
    np.testing.assert_allclose([found.low, found.high], percentiles(expected))


def test_columns_are_statistics_of_their_own(data):
    x, y, sentences = data
    both = bootstrap.ratio(
        np.column_stack([x, y]), np.ones((len(x), 2)), sentences, resamples=50, seed=1
    )
    for column, terms in enumerate((x, y)):
        one = bootstrap.ratio(terms, np.ones(len(x)), sentences, resamples=50, seed=1)
        for bound in ("value", "low", "high"):
            assert getattr(both, bound)[column] == pytest.approx(getattr(one, bound))


def test_the_interval_of_a_mean_is_that_of_scipy():
    x = np.random.default_rng(0).exponential(size=200)
    ours = bootstrap.ratio(x, np.ones(200), np.arange(200), resamples=4000, seed=1)
    theirs = scipy.stats.bootstrap(
        (x,), np.mean, n_resamples=4000, method="percentile", rng=np.random.default_rng(0)
    ).confidence_interval
    # Two runs of 4000 resamples differ by their noise, a few hundredths of the width.
    width = theirs.high - theirs.low
    assert abs(ours.low - theirs.low) < 0.06 * width
    assert abs(ours.high - theirs.high) < 0.06 * width


def test_intervals_cover_the_truth_as_often_as_they_say():
    generator = np.random.default_rng(0)
    covered = 0
    for seed in range(300):
        x = generator.normal(size=60)
        found = bootstrap.ratio(x, np.ones(60), np.arange(60), resamples=300, seed=seed)
        covered += found.low <= 0 <= found.high
    assert 0.9 <= covered / 300 <= 0.98


def test_outputs_of_the_same_sentence_are_no_further_evidence(data):
    x, _, _ = data
    lines = np.arange(len(x))
    once = bootstrap.ratio(x, np.ones(len(x)), lines, resamples=RESAMPLES, seed=1)
    five_systems = bootstrap.ratio(
        np.tile(x, 5), np.ones(5 * len(x)), np.tile(lines, 5), resamples=RESAMPLES, seed=1
    )
    assert once.low == pytest.approx(five_systems.low)
    assert once.high == pytest.approx(five_systems.high)


def test_the_seed_decides(data):
    x, y, sentences = data
    one, same, other = (
        bootstrap.correlations(x, y, sentences, resamples=RESAMPLES, seed=seed)["spearman"]
        for seed in (1, 1, 2)
    )
    assert one == same
    assert one.value == other.value
    assert one.low != other.low


@given(clusters=st.integers(1, 20), resamples=st.integers(1, 30), seed=st.integers(0, 2**63 - 1))
def test_every_resample_draws_as_many_sentences_as_there_are(clusters, resamples, seed):
    counts = bootstrap.resample_counts(clusters, resamples, seed)
    assert counts.shape == (resamples, clusters)
    assert (counts.sum(axis=1) == clusters).all()
    assert (counts >= 0).all()


def test_sentences_are_drawn_uniformly():
    counts = bootstrap.resample_counts(10, 5000, seed=0)
    np.testing.assert_allclose(counts.mean(axis=0), 1, atol=0.06)
    np.testing.assert_allclose(counts.var(axis=0), 0.9, atol=0.1)


def test_a_constant_has_no_correlation():
    x = np.full(9, 0.1)
    y = np.arange(9.0)
    for found in bootstrap.correlations(x, y, np.arange(9), resamples=20, seed=0).values():
        assert np.isnan([found.value, found.low, found.high]).all()


def test_one_sentence_has_a_value_but_no_interval():
    found = bootstrap.ratio(np.ones(3), np.full(3, 2.0), np.zeros(3), resamples=20, seed=0)
    assert found.value == 0.5
    assert np.isnan([found.low, found.high]).all()


def test_no_sentence_has_no_value():
    nothing = np.empty(0)
    found = bootstrap.ratio(nothing, nothing, nothing, resamples=20, seed=0)
    assert np.isnan([found.value, found.low, found.high]).all()
    for found in bootstrap.correlations(nothing, nothing, nothing, resamples=20, seed=0).values():
        assert np.isnan([found.value, found.low, found.high]).all()
    columns = np.empty((0, 3))
    found = bootstrap.ratio(columns, columns, nothing, resamples=20, seed=0)
    assert np.isnan(found.value).all()
    assert found.low.shape == (3,)


def test_a_resample_in_which_a_ratio_is_undefined_does_not_count():
    upper, lower = np.array([1.0, 0.0]), np.array([2.0, 0.0])
    found = bootstrap.ratio(upper, lower, np.arange(2), resamples=50, seed=0)
    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)
