"""The templates of the pages, in the folder `templates`: what a page says and how it looks."""

import math
from functools import cache, partial

from jinja2 import (
    BaseLoader,
    Environment,
    PackageLoader,
    StrictUndefined,
    Template,
    select_autoescape,
)

from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import numeral

UNDEFINED = "undefined"


def template(name: str) -> Template:
    """A template of this room by its file name; see `environment`."""
    return _environment().get_template(name)


@cache
def _environment() -> Environment:
    return environment(PackageLoader(__package__))


def environment(loader: BaseLoader) -> Environment:
    """Environment in which templates are rendered; in those of HTML every text is escaped.

    A name that a template uses but was not given is an error. Filters: `visible` shows control
    characters; `number` and `signed` write a number with a given count of decimals; `sign` gives
    the class of an attribution: positive, negative, zero or undefined.
    """
    made = Environment(
        loader=loader,
        autoescape=select_autoescape(["html"], default=False),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    signed = partial(_number, signed=True)
    made.filters |= {"visible": visible, "number": _number, "signed": signed, "sign": _sign}
    return made


def _number(value: float, decimals: int, *, signed: bool = False) -> str:
    return UNDEFINED if math.isnan(value) else numeral(value, decimals, signed=signed)


def _sign(value: float) -> str:
    if math.isnan(value):
        return UNDEFINED
    if value == 0:
        return "zero"
    return "positive" if value > 0 else "negative"
