"""Numbers as readers see them: enough digits, a true minus sign, and a mark where there is none."""

import math
from collections.abc import Iterable

UNDEFINED = "–"


def numeral(value: float | None, decimals: int, *, signed: bool = False) -> str:
    """A number with a fixed count of decimals; `UNDEFINED` for None and NaN.

    Args:
        value: the number.
        decimals: digits after the point, at least 0.
        signed: whether a positive number has a plus sign. Then a number too small for the decimals
            keeps its sign, as in `−0.00`; else it loses it. Zero itself has none.
    """
    if value is None or math.isnan(value):
        return UNDEFINED
    form = "+" if signed and value != 0 else "z"
    return format(value, f"{form}.{decimals}f").replace("-", "−")


def decimals_for(values: Iterable[float | None], digits: int = 3) -> int:
    """Decimals with which the largest of some numbers has so many significant digits."""
    sizes = [abs(value) for value in values if value is not None and not math.isnan(value)]
    largest = max(sizes, default=0)
    if largest == 0:
        return digits - 1
    return max(0, digits - 1 - math.floor(math.log10(largest)))


def with_interval(value: float, low: float, high: float, decimals: int) -> str:
    """A number and its interval, as in `0.55 [0.52, 0.58]`; without one where that is undefined."""
    if math.isnan(low):
        return numeral(value, decimals)
    bounds = f"[{numeral(low, decimals)}, {numeral(high, decimals)}]"
    return f"{numeral(value, decimals)} {bounds}"
