"""Explanations as one HTML page that needs nothing else, for the screen and for print."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from gec_attribution.edits.model import tokenize
from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import decimals_for, numeral
from gec_attribution.storage.files import write_atomically

NOTHING = "∅"
UNDEFINED = "undefined"
# The strongest colour behind text that still reads well, on a light page as on a dark one.
_MAX_OPACITY = 0.55

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Attribution of scores to edits</title>
<style>
{style}</style>
</head>
<body>
<header>
<h1>What each edit did to the score</h1>
<p>φ is what an edit adds to the score of its sentence, in units of the metric; normalised, the
absolute values of a sentence sum to 1. <del>Struck</del> words were removed from the source,
<ins>underlined</ins> ones were added. An edit on orange lowers the score, one on blue raises it;
each metric has a scale of its own:</p>
{legend}
</header>
<main>
{articles}
</main>
<footer>
<h2>Signatures</h2>
<ol>
{signatures}
</ol>
</footer>
</body>
</html>
"""

# Blue and orange of Okabe and Ito (2008), which the figures have for the same signs.
_STYLE = """\
:root { color-scheme: light dark; --positive: 0 114 178; --negative: 213 94 0; }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5;
  font-family: system-ui, sans-serif; color: CanvasText; background: Canvas; }
h1 { font-size: 1.4rem; }
h2 { font-size: 1rem; margin: 0; }
article { margin: 2rem 0; padding-top: 1rem; border-top: 1px solid #8888; break-inside: avoid; }
.sentence { font-size: 1.15rem; line-height: 2.3; }
.details, footer { font-size: 0.85rem; }
.edit { padding: 0.15rem 0.3rem; border-radius: 0.25rem; border-bottom: 3px solid #888;
  box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.positive { background: rgb(var(--positive) / var(--opacity)); border-color: rgb(var(--positive)); }
.negative { background: rgb(var(--negative) / var(--opacity)); border-color: rgb(var(--negative)); }
.undefined { border-bottom-style: dotted; }
.edit .phi { font-size: 0.75rem; vertical-align: super; line-height: 1; white-space: nowrap; }
ins { text-decoration-thickness: 2px; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.15rem 0.9rem 0.15rem 0; text-align: left; }
thead { border-bottom: 1px solid #8888; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.scale { display: grid; gap: 0.6rem;
  grid-template-columns: minmax(3rem, 8rem) 5rem minmax(3rem, 12rem) 5rem; margin: 0.3rem 0;
  align-items: center; font-variant-numeric: tabular-nums; }
.scale b { overflow-wrap: anywhere; }
.scale span:first-of-type { text-align: right; }
.scale i { height: 0.9rem; border: 1px solid #8888; background: linear-gradient(
  to right, rgb(var(--negative) / OPACITY), transparent, rgb(var(--positive) / OPACITY)); }
code { overflow-wrap: anywhere; }
* { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
@media print { body { max-width: none; margin: 0; } .sentence { font-size: 1rem; } }
""".replace("OPACITY", str(_MAX_OPACITY))


def write_html(explanations: Sequence[Mapping], path: str | Path) -> None:
    """Write a page with every sentence, its edits coloured by φ, and a table of them.

    The colours of a metric are symmetric about 0 and reach furthest at its largest |φ| on the page.

    Args:
        explanations: what `Explanation.to_dict` gives, in the order of the page.
        path: the HTML file.
    """
    limits = _limits(explanations)
    signatures = list(dict.fromkeys(explanation["signature"] for explanation in explanations))
    articles = (
        _article(
            number,
            explanation,
            limits[explanation["metric"]],
            signatures.index(explanation["signature"]) + 1,
        )
        for number, explanation in enumerate(explanations, start=1)
    )
    page = _PAGE.format(
        style=_STYLE,
        legend="\n".join(_scale(metric, limit) for metric, limit in limits.items()),
        articles="\n".join(articles),
        signatures="\n".join(f"<li><code>{escape(text)}</code></li>" for text in signatures),
    )
    with write_atomically(path) as temporary:
        temporary.write_text(page, encoding="utf-8", newline="\n")


def _limits(explanations: Iterable[Mapping]) -> dict[str, float]:
    """The largest |φ| of each metric, in the order of the page; 0 where none is defined."""
    limits: dict[str, float] = {}
    for explanation in explanations:
        sizes = [abs(edit["phi"]) for edit in explanation["edits"] if edit["phi"] is not None]
        metric = explanation["metric"]
        limits[metric] = max([limits.get(metric, 0.0), *sizes])
    return limits


def _scale(metric: str, limit: float) -> str:
    decimals = decimals_for([limit])
    low, high = (_signed(value, decimals) for value in (-limit, limit))
    return (
        f'<p class="scale"><b>{escape(metric)}</b> <span>{low}</span><i></i><span>{high}</span></p>'
    )


def _article(number: int, explanation: Mapping, limit: float, note: int) -> str:
    tokens, edits = tokenize(explanation["source"]), explanation["edits"]
    baseline, score = explanation["baseline"], explanation["score"]
    change = None if baseline is None or score is None else score - baseline
    decimals = decimals_for([limit])
    how = "exact" if explanation["exact"] else f"sampled with seed {explanation['seed']}"
    facts = (
        f"{escape(explanation['metric'])}, {escape(explanation['method'])}: "
        f"{_number(baseline, decimals)} (source) → {_number(score, decimals)} (correction), "
        f"Δ {_signed(change, decimals)}; {how}, {explanation['evaluations']} evaluations; "
        f"signature {note}"
    )
    lines = [
        "<article>",
        f"<h2>Sentence {number}</h2>",
        f'<p class="sentence" dir="auto">{_marked(tokens, edits, limit)}</p>',
        f'<p class="details">{facts}</p>',
        _table(tokens, edits, limit)
        if edits
        else "<p>No edits: there is nothing to attribute.</p>",
        "</article>",
    ]
    return "\n".join(lines)


def _marked(tokens: Sequence[str], edits: Sequence[Mapping], limit: float) -> str:
    """The source with its edits in place."""
    decimals = decimals_for([limit])
    parts, position = [], 0
    for edit in edits:
        parts += map(_escaped, tokens[position : edit["start"]])
        phi = _signed(edit["phi"], decimals)
        parts.append(
            f'<span {_colour(edit["phi"], limit)} title="{_tooltip(edit, decimals)}">'
            f"{_change(tokens, edit)} "
            f'<bdi class="phi">{phi}</bdi></span>'
        )
        position = edit["end"]
    return " ".join([*parts, *map(_escaped, tokens[position:])])


def _change(tokens: Sequence[str], edit: Mapping) -> str:
    """What an edit removes and what it adds; each keeps its own writing direction."""
    removed, added = " ".join(tokens[edit["start"] : edit["end"]]), edit["correction"]
    pieces = [("del", removed), ("ins", added)]
    return " ".join(f"<bdi><{tag}>{_escaped(text)}</{tag}></bdi>" for tag, text in pieces if text)


def _tooltip(edit: Mapping, decimals: int) -> str:
    normalised = _signed(edit["phi_normalised"], 3)
    return f"{escape(edit['type'])}: φ {_phi(edit, decimals)}, normalised {normalised}"


def _table(tokens: Sequence[str], edits: Sequence[Mapping], limit: float) -> str:
    decimals = decimals_for([limit])
    rows = [
        f"<tr><td>{_change(tokens, edit) or NOTHING}</td><td>{escape(edit['type'])}</td>"
        f'<td class="number">{_phi(edit, decimals)}</td>'
        f'<td class="number">{_signed(edit["phi_normalised"], 3)}</td></tr>'
        for edit in edits
    ]
    heading = (
        '<tr><th>Edit</th><th>Type</th><th class="number">φ</th>'
        '<th class="number">φ, normalised</th></tr>'
    )
    return "\n".join(["<table>", f"<thead>{heading}</thead>", "<tbody>", *rows, "</tbody></table>"])


def _colour(phi: float | None, limit: float) -> str:
    """Class and opacity of an edit; the opacity is proportional to |φ|."""
    if phi is None:
        return 'class="edit undefined"'
    if phi == 0:
        return 'class="edit zero"'
    sign = "positive" if phi > 0 else "negative"
    return f'class="edit {sign}" style="--opacity: {_MAX_OPACITY * abs(phi) / limit:.3f}"'


def _escaped(text: str) -> str:
    return escape(visible(text))


def _phi(edit: Mapping, decimals: int) -> str:
    """φ with its standard error, where it was sampled."""
    phi = _signed(edit["phi"], decimals)
    if edit["phi"] is None or edit["stderr"] == 0:
        return phi
    return f"{phi} ± {_number(edit['stderr'], decimals)}"


def _signed(value: float | None, decimals: int) -> str:
    return UNDEFINED if value is None else numeral(value, decimals, signed=True)


def _number(value: float | None, decimals: int) -> str:
    return UNDEFINED if value is None else numeral(value, decimals)
