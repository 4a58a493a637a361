"""Percentile bootstrap intervals and tests (Efron 1979) from resampled sentences.

The unit of resampling is a source sentence with all that belongs to it: its edits, and the outputs
of all systems for it, which are not independent of each other. A resample is stored as counts of
the drawn sources, so the statistics of all resamples are a few array operations. Statistics of the
same sources with the same seed are resampled alike, and may be subtracted resample by resample: a
paired comparison.

Of very many sources, random groups of equal size are resampled instead (Wolter 2007, chapter 2), so
that time and memory do not grow with sources times resamples. A sum over random groups varies as
much as one over their sources. Of g groups, the estimate of its standard error has itself a
relative error of 1 / √(2g): of `GROUPS`, 1.1 %, where `TEST_RESAMPLES` resamples leave 0.5 %.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtr, ndtri, stdtr, stdtrit

CONFIDENCE = 0.95
SIGNIFICANCE = 0.05
# A percentile interval of fewer sources is far too short, and of one source it is a point: no
# interval is given below this many.
MIN_SOURCES = 10
# Percentiles of fewer sources are expanded, since they cover too little (docs/statistics.md).
FEW_SOURCES = 30
# Resamples behind a p-value. None can be below 2 / (1 + this), and Holm's correction multiplies
# the smallest by the number of tests: with this number, 500 tests can still be told from chance.
TEST_RESAMPLES = 20_000
# Resamples behind an interval of a statistic that looks at every item in each resample.
FEW_RESAMPLES = 1000
# Resamples with statistics computed together, a bound on memory: of ratios, which need little, and
# of statistics of every item.
RATIO_BLOCK = 2000
BLOCK = 100
# Numbers in a block of a statistic of every item, which may need ten copies of it.
BLOCK_CELLS = 2**23
# Digits after the point to which tied numbers agree; the last digits of a sum, such as φ, depend
# on the order of its terms.
TIED = 12
# So many sources are drawn one by one; of more, groups are drawn.
MAX_UNITS = 2**14
GROUPS = 2**12


@dataclass(frozen=True, eq=False)
class Resampled:
    """A statistic of the data and of each resample; a number or an array, NaN where undefined.

    Attributes:
        value: (...) the statistic of the data.
        replicates: (resamples, ...) the statistic of each resample.
        sources: (...) how many source sentences the statistic draws on.
    """

    value: np.ndarray
    replicates: np.ndarray
    sources: np.ndarray | np.int64

    @property
    def low(self) -> np.ndarray:
        """(...) lower bound of the 95 % interval; NaN for fewer than `MIN_SOURCES` sources."""
        return self._bounds[0]

    @property
    def high(self) -> np.ndarray:
        """(...) upper bound of the 95 % interval; NaN for fewer than `MIN_SOURCES` sources."""
        return self._bounds[1]

    def columns(self, name: str = "value", prefix: str = "") -> dict[str, np.ndarray]:
        """Columns of a table of results: the statistic, and after a prefix `low` and `high`."""
        # A plain number, since a table would take an array without dimensions for an object.
        return {
            name: self.value[()],
            f"{prefix}low": self.low,
            f"{prefix}high": self.high,
        }

    def column(self, *place: int | slice) -> "Resampled":
        """One or some of several statistics, by their place in the array."""
        sources = np.broadcast_to(self.sources, np.shape(self.value))
        return Resampled(self.value[place], self.replicates[:, *place], sources[place])

    @property
    def margin(self) -> np.ndarray:
        """(...) smallest margin within which the statistic is equivalent to zero.

        Two one-sided tests at the 5 % level reject that it is as far from zero or further
        (Schuirmann 1987). NaN for fewer than `MIN_SOURCES` sources.
        """
        return np.abs(self._interval(SIGNIFICANCE)).max(axis=0)

    @functools.cached_property
    def _bounds(self) -> np.ndarray:
        return self._interval((1 - CONFIDENCE) / 2)

    def _interval(self, tail: float) -> np.ndarray:
        """(2, ...) percentiles that cut off the tail at both ends; NaN where undefined."""
        shape = np.shape(self.value)
        bounds = np.full((2, *shape), np.nan)
        has_replicates = ~np.isnan(self.replicates).all(axis=0)
        is_defined = has_replicates & self._has_enough_sources
        capped = np.minimum(self.sources, FEW_SOURCES)
        sources = np.broadcast_to(capped, shape)
        for count in np.unique(sources[is_defined]):
            chosen = is_defined & (sources == count)
            cut = tail
            if count < FEW_SOURCES:
                cut = _expanded(tail, count)
            replicates = self.replicates[:, chosen]
            bounds[:, chosen] = np.nanquantile(replicates, [cut, 1 - cut], axis=0)
        return bounds

    @property
    def note(self) -> np.ndarray:
        """(...) why there is no interval, in words; empty where there are enough sources."""
        counts = np.asarray(self.sources)
        notes = np.full(counts.shape, "", dtype=object)
        for place, count in np.ndenumerate(counts):
            if count < MIN_SOURCES:
                notes[place] = (
                    f"no interval: {count} of at least {MIN_SOURCES} source sentences"
                )
        return notes[()]

    @property
    def _has_enough_sources(self) -> np.ndarray:
        return ~np.isnan(self.value) & (np.asarray(self.sources) >= MIN_SOURCES)

    @property
    def p(self) -> np.ndarray:
        """(...) two-sided p-values of the hypothesis that the statistic is zero.

        Percentiles end at zero if they cut off the tail (1 + r) / (1 + n) (Efron and Tibshirani
        1993, section 15.4): r of the n defined replicates lie on the far side of zero, or at it,
        the smaller of the two counts. The ones, by which no p-value is 0, are those of Davison and
        Hinkley (1997, section 4.2). The p-value, at most 1, is twice the tail; of fewer than
        `FEW_SOURCES` sources, twice the tail whose expansion it is. NaN for fewer than
        `MIN_SOURCES` sources.
        """
        not_above = (self.replicates <= 0).sum(axis=0)
        not_below = (self.replicates >= 0).sum(axis=0)
        defined = (~np.isnan(self.replicates)).sum(axis=0)
        beyond_zero = np.minimum(not_above, not_below)
        tail = np.minimum(0.5, (1 + beyond_zero) / (1 + defined))
        sources = np.maximum(self.sources, MIN_SOURCES)
        # The inverse of `_expanded`.
        student = ndtri(tail) * np.sqrt((sources - 1) / sources)
        narrow = stdtr(sources - 1, student)
        p = 2 * np.where(sources < FEW_SOURCES, narrow, tail)
        return np.where(self._has_enough_sources & (defined > 0), p, np.nan)[()]

    @property
    def tests(self) -> dict[str, np.ndarray]:
        """The columns of tests against zero: `margin` and `p`."""
        return {"margin": self.margin, "p": self.p}


def _expanded(tail: float, sources: int) -> float:
    """Tail of the percentiles for an interval with the tail `tail`.

    Resamples of n sources vary by (n - 1) / n too little, and have the tails of a normal
    distribution in place of Student's (Hesterberg 2015).
    """
    student = stdtrit(sources - 1, tail)
    return ndtr(np.sqrt(sources / (sources - 1)) * student)


def enough_to_test(resamples: int) -> int:
    """Number of resamples behind p-values: `TEST_RESAMPLES`, or more."""
    return max(resamples, TEST_RESAMPLES)


def combined(
    combine: Callable[..., np.ndarray], statistics: Sequence[Resampled]
) -> Resampled:
    """Combine several statistics of the same sources, resampled with the same seed.

    The result counts as many sources as the statistic with the fewest.

    Args:
        combine: takes arrays, as `np.max` does, and the axis along which to combine them.
        statistics: one statistic or more.
    """
    return Resampled(
        combine([one.value for one in statistics], axis=0),
        combine([one.replicates for one in statistics], axis=0),
        np.min([one.sources for one in statistics], axis=0),
    )


def difference(minuend: Resampled, subtrahend: Resampled) -> Resampled:
    """`minuend` − `subtrahend`, paired; see `combined`."""
    return combined(np.subtract.reduce, [minuend, subtrahend])


def holm(p: np.ndarray) -> np.ndarray:
    """P-values of one family of tests after Holm's (1979) correction.

    Of m tests, the k-th smallest p-value is multiplied by m + 1 − k; none is smaller than one
    before it, and none exceeds 1. Rejecting those up to α errs once or more with a probability of
    at most α, however the tests depend on each other.

    Args:
        p: (tests,) uncorrected; NaN where nothing was tested, which does not count as a test.
    """
    p = np.asarray(p, dtype=float)
    corrected = np.full_like(p, np.nan)
    tested = np.flatnonzero(~np.isnan(p))
    ascending = tested[np.argsort(p[tested], kind="stable")]
    factors = np.arange(len(ascending), 0, -1)
    multiplied = p[ascending] * factors
    corrected[ascending] = np.minimum(np.maximum.accumulate(multiplied), 1)
    return corrected


def with_holm(
    table: pd.DataFrame, p: str = "p", family: Sequence[str] = ()
) -> pd.DataFrame:
    """The table with its p-values after Holm's correction, in a column beside them.

    Args:
        table: a row for each test.
        p: the column of the p-values; `_holm` at its end is the name of the new one.
        family: the columns whose values have separate corrections; by default there is one over all
            rows.
    """
    one_family = np.zeros(len(table))
    families = table.groupby(list(family) or one_family)[p]
    corrected = families.transform(lambda tests: holm(tests.to_numpy()))
    place = table.columns.get_loc(p)
    table.insert(place + 1, f"{p}_holm", corrected)
    return table


@dataclass(frozen=True, kw_only=True)
class Resampling:
    """Resamples of source sentences; all statistics of the same sources are resampled alike.

    Attributes:
        resamples: number of resamples.
        seed: seed of the resampling.
    """

    resamples: int = 1000
    seed: int = 0

    @property
    def draw_seed(self) -> int:
        """Seed of the draws."""
        return self.seed

    def ratio(
        self,
        numerators: np.ndarray,
        denominators: np.ndarray,
        sentences: np.ndarray,
        *,
        among: np.ndarray | None = None,
        groups: np.ndarray | None = None,
    ) -> Resampled:
        """Ratios of sums over items, such as a mean, a share or a precision.

        A source counts as drawn on where its part of the lower sum is not zero.

        Args:
            numerators: (items,) or (items, statistics) terms of the upper sum.
            denominators: terms of the lower sum, of the same shape.
            sentences: (items,) the source sentence that each item belongs to.
            among: the source sentences to draw from; by default those that have an item.
            groups: (items, statistics) bool, the items that each statistic sums over, where the
                terms are (items,) and those of all statistics; None sums over all.

        Returns:
            Σ numerators / Σ denominators, as a number or as (statistics,).
        """
        sources, cluster = _clusters(sentences, among)
        units = _units(sources, self.draw_seed)
        upper, _ = _sums(_columns(numerators, groups), cluster, *units)
        lower, drawn_on = _sums(_columns(denominators, groups), cluster, *units)
        if np.ndim(numerators) == 1 and groups is None:
            upper = upper[:, 0]
            lower = lower[:, 0]
            drawn_on = drawn_on[0]
        replicates = []
        with np.errstate(invalid="ignore", divide="ignore"):
            value = upper.sum(axis=0) / lower.sum(axis=0)
            for counts in self._blocks(len(lower), RATIO_BLOCK):
                numerator = counts @ upper
                replicates.append(numerator / (counts @ lower))
        return Resampled(value, np.concatenate(replicates), drawn_on)

    def mean(
        self, values: np.ndarray, sentences: np.ndarray, **options: Any
    ) -> Resampled:
        """Means of items, (items,) or (items, statistics); the options are those of `ratio`."""
        return self.ratio(values, np.ones_like(values), sentences, **options)

    def correlations(
        self,
        x: np.ndarray,
        y: np.ndarray,
        sentences: np.ndarray,
        *,
        among: np.ndarray | None = None,
        which: Sequence[str] = ("pearson", "spearman"),
    ) -> dict[str, Resampled]:
        """Pearson's and Spearman's correlation of items, as `pearson` and `spearman`.

        Args:
            x: (items,) one variable.
            y: (items,) the other.
            sentences: (items,) the source sentence that each item belongs to.
            among: the source sentences to draw from; by default those that have an item.
            which: correlations wanted; ranks take longer.
        """
        sources, cluster = _clusters(sentences, among)
        unit, units = _units(sources, self.draw_seed)
        unit_of_item = unit[cluster]
        drawn_on = len(np.unique(cluster))

        measures = {"pearson": _pearson, "spearman": _spearman}
        correlations = {}
        for name in which:
            compute = functools.partial(measures[name], x, y, unit_of_item)
            correlations[name] = self.statistic(
                compute, units, drawn_on=drawn_on, items=len(cluster)
            )
        return correlations

    def statistic(
        self,
        compute: Callable[[np.ndarray], np.ndarray],
        sources: int,
        *,
        drawn_on: int | None = None,
        items: int = 0,
    ) -> Resampled:
        """Any statistic of source sentences.

        Args:
            compute: takes (corpora, sources) how often each corpus has each source, and returns the
                (corpora,) statistic of each.
            sources: number of source sentences.
            drawn_on: how many of the sources can move the statistic; by default all.
            items: how many items it looks at in each corpus, if they are more than the sources.
        """
        value = compute(np.ones((1, sources)))[0]
        unit, units = _units(sources, self.draw_seed)
        size = min(BLOCK, max(1, BLOCK_CELLS // max(sources, items, 1)))
        replicates = []
        for counts in self._blocks(units, size):
            of_sources = counts[:, unit] if units < sources else counts
            replicates.append(compute(of_sources))
        drawn = np.int64(sources if drawn_on is None else drawn_on)
        return Resampled(value, np.concatenate(replicates), drawn)

    def _blocks(self, sources: int, size: int) -> Iterator[np.ndarray]:
        counts = resample_counts(sources, self.resamples, self.draw_seed)
        for start in range(0, self.resamples, size):
            yield counts[start : start + size].astype(np.float64)


RESAMPLING = Resampling()
"""The resamples of `evaluate`, and of functions that are given none."""


# The experiments of one data set ask for the same resamples again and again.
@functools.lru_cache(maxsize=1)
def resample_counts(sources: int, resamples: int, seed: int) -> np.ndarray:
    """Count of each source in each resample: (resamples, sources) uint16, read-only.

    A smaller number of resamples gives the first ones of a larger number.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    counts = np.empty((resamples, sources), dtype=np.uint16)
    starts = range(0, resamples, BLOCK) if sources else ()
    for start in starts:
        block = counts[start : start + BLOCK]
        drawn = generator.integers(sources, size=block.shape)
        first_cells = sources * np.arange(len(block))
        cells = drawn + first_cells[:, None]
        counted = np.bincount(cells.ravel(), minlength=block.size)
        block[:] = counted.reshape(block.shape)
    counts.flags.writeable = False
    return counts


def renumbered(sources: np.ndarray) -> np.ndarray:
    """(items,) the numbers of the sources, from 0 without a gap and in the same order."""
    return np.unique(sources, return_inverse=True)[1]


def count_sources(source: np.ndarray) -> int:
    """The number of sources that are numbered from 0 without a gap."""
    return int(source.max(initial=-1)) + 1


def _clusters(
    sentences: np.ndarray, among: np.ndarray | None
) -> tuple[int, np.ndarray]:
    """Number of sources to draw from, and the place among them of each item's source."""
    distinct = np.unique(sentences if among is None else among)
    cluster = np.searchsorted(distinct, sentences)
    return len(distinct), cluster


def _units(sources: int, seed: int) -> tuple[np.ndarray, int]:
    """Place of each source's unit, a source itself or a group of sources; and number of units."""
    if sources <= MAX_UNITS:
        return np.arange(sources), sources
    generator = np.random.Generator(np.random.PCG64(seed))
    shuffled = generator.permutation(sources)
    return shuffled * GROUPS // sources, GROUPS


def _columns(terms: np.ndarray, groups: np.ndarray | None) -> Iterator[np.ndarray]:
    """The terms of each statistic, one at a time, since all may not fit into memory."""
    if groups is not None:
        return (np.where(members, terms, 0.0) for members in groups.T)
    return iter(np.atleast_2d(terms.T))


def _sums(
    columns: Iterable[np.ndarray], cluster: np.ndarray, unit: np.ndarray, units: int
) -> tuple[np.ndarray, np.ndarray]:
    """The sums of each unit (units, statistics), and how many sources have one that is not zero."""
    sums = []
    drawn_on = []
    for column in columns:
        by_source = np.bincount(cluster, column, minlength=len(unit))
        drawn_on.append(np.count_nonzero(by_source))
        sums.append(np.bincount(unit, by_source, minlength=units))
    by_statistic = np.reshape(sums, (len(sums), units))
    # Row by row: numbers are added in the order of their places in memory.
    by_unit = np.ascontiguousarray(by_statistic.T)
    return by_unit, np.array(drawn_on, dtype=np.int64)


def _pearson(
    x: np.ndarray, y: np.ndarray, unit: np.ndarray, counts: np.ndarray
) -> np.ndarray:
    """Pearson's correlation of items in each resample, (resamples,).

    Args:
        x: (items,) one variable.
        y: (items,) the other.
        unit: (items,) the unit of each item.
        counts: (resamples, units) how often each resample has each unit.
    """
    if not len(x):
        return np.full(len(counts), np.nan)
    x = x - x.mean()
    y = y - y.mean()
    terms = np.column_stack([np.ones_like(x), x, y, x * x, y * y, x * y])
    sums = counts[:, unit] @ terms
    count, sum_x, sum_y, squares_x, squares_y, products = sums.T
    with np.errstate(invalid="ignore", divide="ignore"):
        covariance = products - sum_x * sum_y / count
        spread_x = spread(squares_x - sum_x**2 / count, squares_x)
        spread_y = spread(squares_y - sum_y**2 / count, squares_y)
    return covariance / (spread_x * spread_y)


def _spearman(
    x: np.ndarray, y: np.ndarray, unit: np.ndarray, counts: np.ndarray
) -> np.ndarray:
    """Spearman's correlation, Pearson's of the mid-ranks; arguments as in `_pearson`."""
    weights = counts[:, unit]
    # The mean of mid-ranks is that of the numbers up to the number of items drawn.
    mean = (weights.sum(axis=1, keepdims=True) + 1) / 2
    ranks_x = _ranks(x, weights) - mean
    ranks_y = _ranks(y, weights) - mean
    squares_x = np.einsum("ri,ri,ri->r", weights, ranks_x, ranks_x)
    squares_y = np.einsum("ri,ri,ri->r", weights, ranks_y, ranks_y)
    products = np.einsum("ri,ri,ri->r", weights, ranks_x, ranks_y)
    return products / (spread(squares_x) * spread(squares_y))


def spread(squares: np.ndarray, compared: np.ndarray | float = 1.0) -> np.ndarray:
    """Root of a sum of squared deviations; NaN for a constant, where only rounding is left."""
    return np.sqrt(np.where(squares > 1e-12 * compared, squares, np.nan))


def _ranks(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Mid-rank of each item in each resample, where item i occurs `weights[:, i]` times."""
    _, place, sizes = np.unique(x.round(TIED), return_inverse=True, return_counts=True)
    ascending = weights[:, np.argsort(place, kind="stable")]
    tied = np.add.reduceat(ascending, np.cumsum(sizes) - sizes, axis=1)
    return (np.cumsum(tied, axis=1) - (tied - 1) / 2)[:, place]
