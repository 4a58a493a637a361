"""Numbers as readers see them: enough digits, a true minus sign, a mark for undefined ones."""

import math
from collections.abc import Iterable

UNDEFINED = "–"


def numeral(value: float | None, decimals: int, *, signed: bool = False) -> str:
    """A number with a fixed count of decimals; `UNDEFINED` for None and NaN.

    Args:
        value: the number.
        decimals: digits after the point, at least 0.
        signed: whether a positive number has a plus sign. If so, a number too small for the
            decimals keeps its sign, as in `−0.00`; otherwise it loses it. Zero itself has none.
    """
    if value is None or math.isnan(value):
        return UNDEFINED
    form = "+" if signed and value != 0 else "z"
    return format(value, f"{form}.{decimals}f").replace("-", "−")


def decimals_for(values: Iterable[float | None], digits: int = 3) -> int:
    """Decimals that give the largest of some numbers `digits` significant digits."""
    sizes = [
        abs(value) for value in values if value is not None and not math.isnan(value)
    ]
    largest = max(sizes, default=0)
    if largest == 0:
        return digits - 1
    return max(0, digits - 1 - math.floor(math.log10(largest)))


def with_interval(
    value: float,
    low: float,
    high: float,
    decimals: int,
    *,
    sources: int | None = None,
    signed: bool = False,
) -> str:
    """A number and its interval, as in `0.55 [0.52, 0.58]`.

    Args:
        value: the number.
        low: lower bound; NaN where there is no interval.
        high: upper bound.
        decimals: digits after the point.
        sources: how many source sentences the number draws on; they explain a missing interval, as
            in `0.55 (4 sources)`.
        signed: whether positive numbers have a plus sign.
    """
    number = numeral(value, decimals, signed=signed)
    if not math.isnan(low):
        bounds = (numeral(bound, decimals, signed=signed) for bound in (low, high))
        return f"{number} [{', '.join(bounds)}]"
    if sources is None or math.isnan(value):
        return number
    return f"{number} ({sources} source{'s' * (sources != 1)})"
