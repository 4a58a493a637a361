"""JSON as language models write it: cut off, fenced, with quotation marks of other kinds.

Sound JSON is read as `json` reads it, and damaged JSON by json-repair. That library returns half of
an unfinished string or list as if it were whole, so the text is first cut after its last finished
value. It understands quotation marks, commas and colons of other kinds once they are JSON's own.
Quotation marks inside a string may end it early.
"""

import json
import re
from collections import Counter
from typing import Any, NamedTuple

import json_repair

# Kinds of repairs.
CODE_FENCE = "code fence taken off"
TEXT_AROUND = "text around the JSON left out"
CUT_OFF = "cut off: what was not finished is left out"
DAMAGED = "damaged JSON mended"
NO_JSON = "no JSON found"


class Repair(NamedTuple):
    """Something mended, or left out: a constant of this module or of `parsing`, and the text."""

    about: str
    found: str


Repairs = list[Repair]
"""Repairs in their order; each step adds its own."""


def read_damaged(text: str) -> tuple[Any, Repairs]:
    """First object of a text, or list of objects, with the repairs made to read it.

    None if there is none. Never raises. Each kind of repair is reported once.
    """
    repairs: Repairs = []
    text = _without_fence(text, repairs)
    start = _START.search(text)
    if not start:
        return None, [*repairs, Repair(NO_JSON, shortened(text))]
    before = text[: start.start()]
    text = text[start.start() :].rstrip()
    try:
        content, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        content = None
        end = 0
    after = text[end:]
    # More JSON after the end means that a bracket closed the object too early.
    if not end or _MORE.match(after):
        content, after = _mended(text, repairs)
    repairs += [
        Repair(TEXT_AROUND, shortened(part)) for part in (before, after) if part.strip()
    ]
    return content, list({repair.about: repair for repair in repairs}.values())


def whole_answer(text: str, edits: int | None = None) -> str | None:
    """An answer up to its end, where all its explanations are written; None before.

    Brackets that are still open are closed. The end is that of the object, that of the list under
    `explanations`, or that of its last object: it has one for each edit.

    Args:
        text: the answer, from its first bracket.
        edits: the number of edits; None where the answer has a list of them before.
    """
    opened: list[str] = []
    objects: Counter[str] = Counter()
    key = ""
    for found in _PUNCTUATION.finditer(text):
        mark = found[0]
        if mark[0] == '"':
            if len(opened) == 1:
                key = mark.strip('"')
            continue
        if mark in _CLOSES:
            opened.append(_CLOSES[mark])
            continue
        if not opened or opened.pop() != mark:
            return None
        depth = len(opened)
        ends_answer = depth == 0
        if depth == 2:
            objects[key] += 1
        if depth == 1 and key == "edits" and edits is None:
            edits = objects[key]
        if key == "explanations":
            is_last = depth == 2 and objects[key] == edits
            ends_answer = ends_answer or depth == 1 or is_last
        if ends_answer:
            return text[: found.end()] + "".join(reversed(opened))
    return None


def is_loop(text: str) -> bool:
    """Return whether a text ends in the same characters again and again; see `_LOOPS`."""
    for times, lengths in _LOOPS.items():
        if any(text.endswith(text[-length:] * times) for length in lengths):
            return True
    return False


def shortened(value: object) -> str:
    """A value as a report shows it."""
    text = value if isinstance(value, str) else repr(value)
    if len(text) <= 60:
        return text
    return text[:57] + "..."


_CLOSES = {"[": "]", "{": "}"}
# A whole string, or a bracket outside of strings.
_PUNCTUATION = re.compile(r'"(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*\\?\Z|[][{}]', re.DOTALL)
# Number of repetitions in a row that make a loop, by the length of what is repeated.
_LOOPS = {5: range(4, 61), 3: range(61, 401)}
_FENCE = re.compile(r"```[a-zA-Z]*\s*\n(.*?)(?:\n\s*```(.*)|\Z)", re.DOTALL)
_QUOTES = "\"“”＂'‘’"
_START = re.compile(rf"\{{\s*(?:[{_QUOTES}]|\}}|\Z)|\[\s*\{{")
_MORE = re.compile(r"\s*[,，}\]]")
_OTHER_KEY = re.compile(rf"[{{,，]\s*[{_QUOTES[1:]}]\w+[{_QUOTES}]\s*[:：]")
_JSON_QUOTES = str.maketrans(dict.fromkeys(_QUOTES, '"'))
_FULL_WIDTH_COLON = re.compile(r'("\s*)：')
_FULL_WIDTH_COMMA = re.compile(r'(["\]}\d]\s*)，(?=\s*["{\[])')
# End of a list or object, of a value before the next key, or of a key's text at the very end.
_FINISHED = re.compile(
    r'["\d\]}\[{el](?:(?:\s*,?\s*[\]}])+|(?=\s*,?\s*"\w+"\s*:))|:\s*"[^"]*"(?=\s*,\s*\Z)'
)


def _without_fence(text: str, repairs: Repairs) -> str:
    fenced = _FENCE.search(text)
    if not fenced or "{" in text[: fenced.start()]:
        return text
    repairs.append(Repair(CODE_FENCE, shortened(fenced[0])))
    around = (text[: fenced.start()], fenced[2] or "")
    repairs += [Repair(TEXT_AROUND, shortened(part)) for part in around if part.strip()]
    return fenced[1]


def _mended(text: str, repairs: Repairs) -> tuple[Any, str]:
    """Value with which a damaged text begins, and the text after it."""
    if _OTHER_KEY.search(text):
        text = text.translate(_JSON_QUOTES)
    text = _FULL_WIDTH_COLON.sub(r"\1:", text)
    text = _FULL_WIDTH_COMMA.sub(r"\1,", text)
    end = max((found.end() for found in _FINISHED.finditer(text)), default=0)
    after = text[end:]
    is_cut = end == 0 or re.search(r'["\[{]', after) is not None
    repairs.append(Repair(CUT_OFF if is_cut else DAMAGED, shortened(text)))
    try:
        content = json_repair.loads(text[:end], skip_json_loads=True)
    except (ValueError, RecursionError):
        content = None
    if isinstance(content, list):
        content = [one for one in content if isinstance(one, dict)]
    elif not isinstance(content, dict):
        content = None
    return content, "" if is_cut else after
