import numpy as np
import pytest
import scipy.stats
from numpy.testing import assert_allclose, assert_array_equal

from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.bootstrap import Resampling

RESAMPLES = 200
SAMPLING = Resampling(resamples=RESAMPLES, seed=1)


def resampled_rows(sentences):
    """For each resample the rows it consists of, repeated as often as their sentence was drawn."""
    distinct, cluster = np.unique(sentences, return_inverse=True)
    for counts in bootstrap.resample_counts(len(distinct), RESAMPLES, 1):
        yield np.repeat(np.arange(len(sentences)), counts[cluster].astype(int))


def assert_interval(statistic, replicates):
    """The interval of a statistic is that of the replicates."""
    expected = np.nanquantile(replicates, [0.025, 0.975])
    assert_allclose([statistic.low, statistic.high], expected)


def resampled(value, replicates, sources):
    return bootstrap.Resampled(np.float64(value), np.array(replicates, float), sources)


@pytest.fixture
def data():
    """Two variables with ties, and the sentence of each item."""
    generator = np.random.default_rng(3)
    sentences = np.repeat(np.arange(30), generator.integers(1, 5, size=30))
    x = generator.normal(size=len(sentences)).round(1)
    y = (x + generator.normal(size=len(sentences))).round(1)
    return x, y, sentences


def test_a_ratio_is_that_of_the_rows_of_each_resample(data):
    x, y, sentences = data
    x, y = np.abs(x), np.abs(y)
    ratio = SAMPLING.ratio(x, x + y, sentences)
    expected = [
        x[rows].sum() / (x + y)[rows].sum() for rows in resampled_rows(sentences)
    ]
    assert ratio.value == pytest.approx(x.sum() / (x + y).sum())
    assert_interval(ratio, expected)


@pytest.mark.parametrize(
    ("name", "statistic"),
    [("pearson", scipy.stats.pearsonr), ("spearman", scipy.stats.spearmanr)],
)
def test_a_correlation_is_scipys_on_the_rows_of_each_resample(data, name, statistic):
    x, y, sentences = data
    correlation = SAMPLING.correlations(x, y, sentences)[name]
    expected = [statistic(x[r], y[r])[0] for r in resampled_rows(sentences)]
    assert correlation.value == pytest.approx(statistic(x, y)[0])
    assert_interval(correlation, expected)


def test_a_constant_has_no_correlation():
    x = np.full(9, 0.1)
    y = np.arange(9.0)
    for found in SAMPLING.correlations(x, y, np.arange(9)).values():
        assert np.isnan([found.value, found.low, found.high]).all()


@pytest.mark.parametrize(
    ("sources", "has_interval"), [(1, False), (9, False), (10, True)]
)
def test_ten_sources_are_needed_for_an_interval(sources, has_interval):
    # Each source twice, and forty more that the ratio does not draw on.
    sentences = np.concatenate([np.tile(np.arange(sources), 2), np.arange(100, 140)])
    lower = np.concatenate([np.full(2 * sources, 2.0), np.zeros(40)])
    ratio = SAMPLING.ratio(lower / 2, lower, sentences, among=np.arange(200))
    assert (ratio.value, ratio.sources) == (0.5, sources)
    assert np.isnan([ratio.low, ratio.high, ratio.p]).tolist() == 3 * [not has_interval]
    missing = f"no interval: {sources} of at least 10 source sentences"
    assert ratio.note == ("" if has_interval else missing)


def test_a_resample_in_which_a_ratio_is_undefined_does_not_count():
    upper, lower = np.array([1.0, 0.0]), np.array([2.0, 0.0])
    replicates = Resampling(resamples=50).ratio(upper, lower, np.arange(2)).replicates
    assert 0 < np.isnan(replicates).sum() < 50
    ratio = resampled(0.5, replicates, 30)
    assert (ratio.low, ratio.high) == (0.5, 0.5)
    assert ratio.p == pytest.approx(2 / (51 - np.isnan(replicates).sum()))


def test_the_p_value_by_hand():
    def p(replicates):
        return resampled(1.0, replicates, 30).p

    # One of four is at zero or below: 2 (1 + 1) / (1 + 4).
    assert p([1, 2, -1, 3]) == p([1, 2, 0, 3]) == p([-1, -2, 1, -3]) == 4 / 5
    assert p([1, 2, 3, 4]) == 2 / 5
    assert p([1, 2, 3, np.nan]) == 2 / 4
    assert p([0, 0, 0, 0]) == p([1, -1, 1, -1]) == 1
    assert np.isnan(p([np.nan] * 4))


def test_p_values_of_a_true_hypothesis_are_uniform():
    generator = np.random.default_rng(0)
    lines = np.repeat(np.arange(150), 2)

    def series():
        """1,000 series of two items a source, which belong together."""
        shared = generator.normal(size=(150, 1000)).repeat(2, axis=0)
        return shared + generator.normal(size=(300, 1000))

    mean, other_mean = (
        Resampling(resamples=1999).ratio(terms, np.ones((300, 1)), lines)
        for terms in (series(), series())
    )
    p = bootstrap.difference(mean, other_mean).p
    assert scipy.stats.kstest(p, "uniform").pvalue > 0.01
    assert 0.03 < np.mean(p <= 0.05) < 0.07


def test_a_paired_difference_is_that_of_the_rows_of_each_resample(data):
    x, y, sentences = data
    # One of the two is of some sentences only; both are drawn from all.
    some = sentences < 20
    pair = [
        SAMPLING.mean(terms[kept], sentences[kept], among=sentences)
        for terms, kept in ((x, some), (y, np.ones_like(some)))
    ]
    difference = bootstrap.difference(*pair)
    expected = [
        x[rows][some[rows]].mean() - y[rows].mean()
        for rows in resampled_rows(sentences)
    ]
    assert_allclose(difference.replicates, expected, atol=1e-12)
    assert difference.sources == bootstrap.difference(*pair[::-1]).sources == 20


@pytest.mark.parametrize(
    ("distribution", "sources", "plain", "expanded"),
    [
        ("normal", 10, 0.896, 0.941),
        ("normal", 12, 0.904, 0.941),
        ("normal", 20, 0.925, 0.947),
        ("normal", 29, 0.937, 0.949),
        ("lognormal", 10, 0.801, 0.852),
        ("lognormal", 12, 0.816, 0.859),
        ("lognormal", 20, 0.859, 0.882),
        ("lognormal", 29, 0.880, 0.893),
    ],
)
def test_the_coverage_in_the_documentation(distribution, sources, plain, expanded):
    generator = np.random.default_rng(0)
    x = getattr(generator, distribution)(size=(sources, 4000))
    truth = {"normal": 0, "lognormal": np.exp(0.5)}[distribution]
    mean = Resampling().mean(x, np.arange(sources))
    percentiles = np.quantile(mean.replicates, [0.025, 0.975], axis=0)
    for (low, high), expected in (
        (percentiles, plain),
        ((mean.low, mean.high), expanded),
    ):
        covered = (low <= truth) & (truth <= high)
        assert covered.mean() == pytest.approx(expected, abs=0.02)


def test_the_margin_of_equivalence_by_hand():
    replicates = np.linspace(-0.02, 0.08, 101)
    # Nine tenths of the replicates lie between -0.015 and 0.075.
    assert resampled(0.03, replicates, 50).margin == pytest.approx(0.075)
    assert np.isnan(resampled(0.03, replicates, 9).margin)


def test_holm_by_hand():
    # 4 × 0.01, 3 × 0.015 and 2 × 0.03; the last is not below the one before it.
    p = np.array([0.03, 0.01, np.nan, 0.04, 0.015])
    expected = [0.06, 0.04, np.nan, 0.06, 0.045]
    assert_allclose(bootstrap.holm(p), expected)
    assert_array_equal(bootstrap.holm(np.array([0.6, 0.7])), [1, 1])
    assert bootstrap.holm(np.array([0.2])) == [0.2]
    assert bootstrap.holm(np.array([])).size == 0


def test_groups_of_sources_vary_as_much_as_the_sources(monkeypatch):
    draw = np.random.default_rng(0)
    sources = draw.integers(4000, size=9000)
    values = draw.gamma(1, size=9000) + sources % 10

    def mean_root(counts):
        return counts @ np.sqrt(np.arange(4000)) / counts.sum(axis=1)

    def statistics(units):
        monkeypatch.setattr(bootstrap, "MAX_UNITS", units)
        monkeypatch.setattr(bootstrap, "GROUPS", units)
        sampling = Resampling(resamples=4000, seed=1)
        few = Resampling(resamples=400, seed=1)
        yield sampling.mean(values, sources)
        yield sampling.statistic(mean_root, 4000)
        yield from few.correlations(values, sources % 7, sources).values()

    by_source = list(statistics(4000))
    for expected, grouped in zip(by_source, statistics(400), strict=True):
        assert_allclose(expected.value, grouped.value, rtol=1e-12)
        assert expected.sources == grouped.sources
        # 400 groups leave the standard error an error of 3.5 %, 400 resamples one of the same size.
        assert grouped.replicates.std() == pytest.approx(
            expected.replicates.std(), rel=0.15
        )
        assert len(np.unique(grouped.replicates)) > 350
