"""Templates of pages, in the folder `templates` of a package: what they say, how they look."""

import math
from functools import cache, partial

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import numeral

UNDEFINED = "undefined"


@cache
def environment(package: str) -> Environment:
    """Environment of the templates of a package; in those of HTML every text is escaped.

    A name that a template uses but was not given is an error. Filters: `visible` shows control
    characters; `number` and `signed` write a number with a given count of decimals; `sign` gives
    the class of an attribution: positive, negative, zero or undefined.
    """
    made = Environment(
        loader=PackageLoader(package),
        autoescape=select_autoescape(["html"], default=False),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    signed = partial(_number, signed=True)
    made.filters |= {
        "visible": visible,
        "number": _number,
        "signed": signed,
        "sign": _sign,
    }
    return made


def _number(value: float, decimals: int, *, signed: bool = False) -> str:
    if math.isnan(value):
        return UNDEFINED
    return numeral(value, decimals, signed=signed)


def _sign(value: float) -> str:
    if math.isnan(value):
        return UNDEFINED
    if value == 0:
        return "zero"
    if value > 0:
        return "positive"
    return "negative"
