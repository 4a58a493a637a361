"""Names of people's data and metrics break no caption and link to nothing."""

import re
from html import unescape

from docutils.core import publish_parts
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.restructured_text import literal

STRICT = {"halt_level": 2, "report_level": 5, "smart_quotes": False}
MARKUP = [
    "|x|",
    "*",
    "**",
    "`",
    "``",
    "_",
    "__",
    "`a`_",
    "`a <javascript:b()>`_",
    ":raw:`x`",
    "\\",
]
MARKUP += [
    "[1]_",
    "_`t`",
    "http://a.b",
    "a@b.c",
    "javascript:x",
    "\n",
    "\n\n",
    "\n.. image:: x",
]
MARKUP += ["::", "1.", "-", "=====", "{{ x }}", "\0", "x", " ", "é", "猫"]
# A text of white space alone is no label.
labels = st.lists(st.sampled_from(MARKUP), min_size=1).map("".join) | st.text(
    st.characters(exclude_categories=["Cs"])
)
labels = labels.filter(str.strip)


@given(labels)
def test_a_caption_shows_a_label_as_it_is(label):
    text = f"Data: {literal(label)}; metrics: {literal(label)}."
    html = publish_parts(text, writer="html5", settings_overrides=STRICT)["fragment"]
    assert "<a" not in html
    shown = unescape(re.sub("<[^>]*>", "", html))
    one_line = visible(" ".join(label.split()))
    assert " ".join(shown.split()) == " ".join(
        f"Data: {one_line}; metrics: {one_line}.".split()
    )
