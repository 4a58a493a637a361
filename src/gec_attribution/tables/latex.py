"""Tables for a paper: one `tabular` of booktabs each, that fits a column or the text of ACL's page.

A column that says the same in every row becomes a part of the caption. What is still too wide has
its longest texts broken into lines, and then its columns shared out over several tables, each with
the first columns; what is too long for a page goes on in another table.
"""

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gec_attribution.formatting.control_characters import visible

COLUMN = 219.0  # points, in ACL's style
TEXT = 455.0  # points, in ACL's style
ROWS = 56  # lines of a table on a page, besides its caption
_GAP = 6.0  # points between columns: twice \tabcolsep
_SIZE = 8.0  # points of \footnotesize
_NARROWEST = 52.0  # points of a column of text that is broken into lines

# Widths of characters in Computer Modern of eight points, rounded up, in em; Times is narrower.
_EMS = {
    0.3: frozenset(".,:;'|!ijl[]"),
    0.42: frozenset('()frts-/ `I*"'),
    0.6: frozenset("abcdeghknopquvxyz0123456789"),
    0.9: frozenset("mw%+-=<>&#_~^@?$JLEF\\"),
    1.08: frozenset(map(chr, range(128))),
}

_WRITTEN = {
    "\\": r"\textbackslash{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    "φ": r"$\phi$",
    "τ": r"$\tau$",
    "ρ": r"$\rho$",
    "Δ": r"$\Delta$",
    "Σ": r"$\Sigma$",
    "α": r"$\alpha$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "−": "$-$",
    "→": r"$\rightarrow$",
    "∅": r"$\emptyset$",
    "²": r"\texttwosuperior{}",
    "½": r"\textonehalf{}",
    "–": r"\textendash{}",
    "…": r"\ldots{}",
    "’": "'",
    "“": "``",
    "”": "''",
}
_ACCENTS = {"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0308": '"'}


@dataclass(frozen=True)
class Printed:
    """A table as it is printed: texts, not yet escaped for any format.

    Attributes:
        caption: plain text.
        headings: headings of the columns; the last is that of the notes.
        rows: the cells of each row.
        numeric: whether each column holds numbers, which stand at the right.
        signatures: the notes below the table, numbered from 1.
    """

    caption: str
    headings: list[str]
    rows: list[list[str]]
    numeric: list[bool]
    signatures: list[str]


@dataclass(frozen=True)
class _Grid:
    """Cells of one `tabular`, and the width of each column in points; None for its natural one."""

    headings: list[str]
    rows: list[list[str]]
    numeric: list[bool]
    broken: list[float | None]

    def columns(self, places: Sequence[int]) -> "_Grid":
        """A part of the columns."""
        return _Grid(
            [self.headings[place] for place in places],
            [[row[place] for place in places] for row in self.rows],
            [self.numeric[place] for place in places],
            [self.broken[place] for place in places],
        )

    def widths(self) -> list[float]:
        """Widths of the columns in points."""
        widths = []
        for place, broken in enumerate(self.broken):
            widths.append(broken or max(map(_width, self.texts(place))))
        return widths

    def texts(self, place: int) -> list[str]:
        """Heading and cells of a column."""
        return [self.headings[place], *(row[place] for row in self.rows)]

    def width(self) -> float:
        """Width of the table in points."""
        return sum(self.widths()) + _GAP * (len(self.headings) - 1)


def latex(table: Printed, *, label: str, is_transposed: bool = False) -> str:
    """A table, or several where it is too wide or too long, as LaTeX of ASCII characters.

    The first sentence of its caption is the caption. It has no column of notes: signatures become
    comments.

    Args:
        table: the table.
        label: its label; further tables add a number.
        is_transposed: whether columns become rows.
    """
    count = len(table.headings)
    whole = _Grid(table.headings, table.rows, table.numeric, [None] * count)
    grid, constant = _without_constants(whole.columns(range(count - 1)))
    if is_transposed:
        grid = _transposed(grid)
    parts = [part for wide in _shared_out(grid) for part in _pages(wide)]
    sentence, *_ = re.split(r"[.:]\s", table.caption + " ")
    sentence = sentence.replace(" (no part of the paper)", "").strip()
    texts = [f"{sentence}.", *(f"{heading}: {value}." for heading, value in constant)]
    if _has_intervals(grid) and "interval" not in sentence:
        texts.append("In brackets: 95 % intervals.")
    lines = [r"% \usepackage{array,booktabs}"]
    lines += [f"% {_ascii(text)}" for text in table.signatures]
    for number, part in enumerate(parts, start=1):
        further = f" ({number} of {len(parts)})" if len(parts) > 1 else ""
        name = label if number == 1 else f"{label}_{number}"
        lines += _table(part, escape_latex(" ".join(texts) + further), name)
    return "\n".join(lines) + "\n"


def _has_intervals(grid: _Grid) -> bool:
    return any(re.search(r"\[.*\]$", cell) for row in grid.rows for cell in row)


def escape_latex(text: str) -> str:
    """Plain text as LaTeX of ASCII characters, on one line.

    A name in another script with its English in brackets is the English; other characters without
    a command are written by their numbers.
    """
    text = visible(" ".join(text.split()))
    text = re.sub(r"[^\x00-\u024f]+ \(([A-Za-z][^()]*)\)", r"\1", text)
    written = "".join(_WRITTEN.get(character, character) for character in text)
    # LaTeX joins two of these into another sign, a dash or a quotation mark.
    return _ascii(re.sub(r"([-',])(?=\1)", r"\1{}", written))


def _ascii(text: str) -> str:
    return re.sub(r"[^\x00-\x7f]", _in_ascii, text)


def _in_ascii(found: re.Match[str]) -> str:
    """A character as LaTeX: its letter with an accent, else its number."""
    letter, *accents = list(unicodedata.normalize("NFD", found[0]))
    if letter.isascii() and len(accents) == 1 and accents[0] in _ACCENTS:
        return rf"\{_ACCENTS[accents[0]]}{{{letter}}}"
    return f"U+{ord(found[0]):04X}"


def _without_constants(grid: _Grid) -> tuple[_Grid, list[tuple[str, str]]]:
    """The table without the columns that say the same in several rows, and what they say."""
    if len(grid.rows) < 2:
        return grid, []
    kept = []
    constant = []
    for place, heading in enumerate(grid.headings):
        values = {row[place] for row in grid.rows}
        if len(values) > 1 or grid.numeric[place] or place == len(grid.headings) - 1:
            kept.append(place)
        elif values != {""}:
            constant.append((heading, values.pop()))
    return grid.columns(kept), constant


def _transposed(grid: _Grid) -> _Grid:
    """Columns as rows: the first column has the headings, and its cells become the headings."""
    headings, *rows = map(grid.texts, range(len(grid.headings)))
    count = len(headings)
    return _Grid(headings, rows, [False] + [True] * (count - 1), [None] * count)


def _shared_out(grid: _Grid) -> Iterator[_Grid]:
    """Tables that fit the width of the text, each with the columns that name its rows.

    These are the leading columns of text, or the first column where these fill the page themselves,
    as they do where a column is a word of a sentence.
    """
    narrowed = _broken(grid, TEXT)
    if narrowed.width() <= TEXT or len(grid.headings) == 1:
        yield narrowed
        return
    count = grid.numeric.index(True) if True in grid.numeric else 1
    widths = grid.widths()
    narrowest = _broken(grid.columns(range(count)), 0.0).width()
    if count == 0 or narrowest + _GAP + max(widths[count:]) > TEXT:
        count = 1
    keys = list(range(count))
    rest = range(count, len(grid.headings))
    room = TEXT - min(max(widths[count:]) + _GAP, TEXT / 2)
    named = _broken(grid.columns(keys), room)
    grid = replace(grid, broken=[*named.broken, *grid.broken[len(keys) :]])
    chosen: list[int] = []
    for place in rest:
        if chosen and grid.columns([*keys, *chosen, place]).width() > TEXT:
            yield _broken(grid.columns([*keys, *chosen]), TEXT)
            chosen = []
        chosen.append(place)
    yield _broken(grid.columns([*keys, *chosen]), TEXT)


def _broken(grid: _Grid, most: float) -> _Grid:
    """The table with its widest columns of text broken into lines, as far as it is too wide."""
    broken = list(grid.broken)
    widths = grid.widths()
    while sum(widths) + _GAP * (len(widths) - 1) > most:
        breakable = []
        for place, width in enumerate(widths):
            is_wide = not grid.numeric[place] and width > _NARROWEST
            if is_wide and _longest_word(grid, place) < width - 4:
                breakable.append(place)
        if not breakable:
            break
        widest = max(breakable, key=lambda place: widths[place])
        least = max(_NARROWEST, _longest_word(grid, widest))
        broken[widest] = widths[widest] = max(least, 0.9 * widths[widest])
    return replace(grid, broken=broken)


def _longest_word(grid: _Grid, place: int) -> float:
    words = " ".join(grid.texts(place)).split()
    return max(map(_width, words), default=0.0)


def _pages(grid: _Grid) -> Iterator[_Grid]:
    """Tables that fit a page, with as many rows."""
    rows: list[list[str]] = []
    lines = 0
    for row in grid.rows:
        height = 1
        for cell, broken in zip(row, grid.broken, strict=True):
            if broken:
                height = max(height, math.ceil(_width(cell) * 1.15 / broken))
        if rows and lines + height > ROWS:
            yield replace(grid, rows=rows)
            rows = []
            lines = 0
        rows.append(row)
        lines += height
    yield replace(grid, rows=rows)


def _table(grid: _Grid, caption: str, label: str) -> list[str]:
    kind = "table" if grid.width() <= COLUMN else "table*"
    alignment = []
    for broken, is_numeric in zip(grid.broken, grid.numeric, strict=True):
        if broken:
            column = rf">{{\raggedright\arraybackslash}}p{{{broken:.0f}pt}}"
        else:
            column = "r" if is_numeric else "l"
        alignment.append(column)
    return [
        rf"\begin{{{kind}}}",
        r"\centering\footnotesize",
        r"\setlength{\tabcolsep}{3pt}",
        rf"\begin{{tabular}}{{@{{}}{''.join(alignment)}@{{}}}}",
        r"\toprule",
        _row(grid.headings),
        r"\midrule",
        *map(_row, grid.rows),
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{caption}}}",
        rf"\label{{{label}}}",
        rf"\end{{{kind}}}",
    ]


def _row(cells: Sequence[str]) -> str:
    # After the end of a row, LaTeX takes a bracket or star for an option of the line break.
    escaped = list(map(escape_latex, cells))
    guard = "{}" if escaped[0].startswith(("[", "*")) else ""
    return guard + " & ".join(escaped) + r" \\"


def _width(text: str) -> float:
    """Width of a text in points, at least as wide as Computer Modern and Times print it."""
    plain = re.sub(r"\\[a-zA-Z]+(\{\})?|\\(.)|[${}]", r"\2", escape_latex(text))
    commands = len(re.findall(r"\\[a-zA-Z]+", escape_latex(text)))
    ems = 1.0 * commands + 0.2
    for character in plain:
        ems += next(wide for wide, members in _EMS.items() if character in members)
    return ems * _SIZE
