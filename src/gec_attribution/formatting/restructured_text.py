"""Literal text within reStructuredText, the markup of captions."""

import re

from gec_attribution.formatting.control_characters import visible

# Characters that could begin or end markup, or make a link of the text around them.
_MARKUP = re.compile(r"[\\*`_|<>\[\]:@~^={}#-]")


def literal(text: str) -> str:
    """The text in one line, with a backslash before each character that could be markup."""
    return _MARKUP.sub(r"\\\g<0>", visible(" ".join(text.split())))
