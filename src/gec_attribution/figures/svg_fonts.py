"""Fonts within an SVG file: its text stays text, and looks alike where the fonts are not installed.

A browser would draw it in a wider font, so that titles run into each other.
"""

import base64
import html
import io
import re
from pathlib import Path

import matplotlib as mpl
from fontTools import subset
from fontTools.ttLib import TTFont

FAMILY = "STIXGeneral"
"""The font of the house style, which matplotlib brings in several files."""
_FACES = {
    "STIXGeneral.ttf": "",
    "STIXGeneralItalic.ttf": "font-style: italic;",
    "STIXGeneralBol.ttf": "font-weight: bold;",
}


def with_fonts(svg: str) -> str:
    """The SVG with the characters that it uses of the house font; unchanged if it has another."""
    if FAMILY not in svg:
        return svg
    characters = "".join(sorted(set(html.unescape(re.sub("<[^>]*>", "", svg)))))
    fonts = Path(mpl.get_data_path(), "fonts", "ttf")
    rules = [
        f"@font-face {{font-family: '{FAMILY}'; {look} "
        f"src: url(data:font/woff;base64,{_subset(fonts / file, characters)})}}"
        for file, look in _FACES.items()
    ]
    style = f'<style type="text/css">\n{chr(10).join(rules)}\n</style>\n</defs>'
    return svg.replace("</defs>", style, 1)


def _subset(file: Path, characters: str) -> str:
    """A font with these characters alone, as WOFF in base64; the same bytes each time."""
    # Neither the time of writing nor the date of the font is changed.
    font = TTFont(file, recalcTimestamp=False)
    options = subset.Options(notdef_outline=True, hinting=False)
    # A table of the font's editor, unknown to readers.
    options.drop_tables = [*options.drop_tables, "FFTM"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    font.flavor = "woff"
    content = io.BytesIO()
    font.save(content)
    return base64.b64encode(content.getvalue()).decode()
