"""JSON as language models write it: cut off, fenced, with quotation marks of other kinds.

What is certain is mended; what is not is left out, never guessed: a string, a number or a list of
such that was not finished is no value. (Libraries that repair JSON return the half of a string, or
of an interval, as if it were whole.) Each thing mended or left out is reported.
"""

import json
import re
from typing import Any, NamedTuple, NoReturn

# What a repair is about.
CODE_FENCE = "code fence taken off"
TEXT_AROUND = "text around the JSON left out"
CUT_OFF = "cut off: what was not finished is left out"
UNREADABLE = "from here on no JSON, left out"
NO_JSON = "no JSON found"
MISSING_BRACKET = "missing bracket put in"
OTHER_QUOTES = "quotation marks of another kind read as JSON's"
OTHER_PUNCTUATION = "full-width comma or colon read as JSON's"
MISSING_COMMA = "missing comma put in"
SURPLUS_COMMA = "comma too many left out"
SURPLUS_BRACKET = "bracket too many left out"
INNER_QUOTES = "quotation marks inside a string escaped"
RAW_CONTROL = "line break or other control character inside a string"
BAD_ESCAPE = "escape that JSON does not have"
DUPLICATE_KEY = "key given more than once with the same value"
AMBIGUOUS_KEY = "key given more than once with different values, left out"


class Repair(NamedTuple):
    """Something mended, or left out.

    Attributes:
        about: a constant of this module or of `parsing`.
        found: what was found, shortened.
    """

    about: str
    found: str


def read_damaged(text: str) -> tuple[Any, list[Repair]]:
    """The first object of a text, or list of objects, and what was mended to read it.

    None if there is none. Never raises. JSON without damage gives what `json.loads` gives, but
    null where an object gives one key two values. A kind of repair is reported once, where it first
    occurs.
    """
    content, repairs = _read_first(text)
    first = {repair.about: repair for repair in reversed(repairs)}
    return content, list(reversed(first.values()))


def _read_first(text: str) -> tuple[Any, list[Repair]]:
    repairs: list[Repair] = []
    text = _without_fence(text, repairs)
    start = _START.search(text)
    if not start:
        return None, [*repairs, Repair(NO_JSON, shortened(text))]
    before, text = text[: start.start()], text[start.start() :].rstrip()
    try:
        read = _well_formed(text, repairs)
    except (ValueError, RecursionError):
        read = _Reader(text, repairs).read()
    content, after = read
    repairs += [Repair(TEXT_AROUND, shortened(part)) for part in (before, after) if part.strip()]
    return content, repairs


def shortened(value: object) -> str:
    """A value as a report shows it."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


_FENCE = re.compile(r"```[a-zA-Z]*\s*\n(.*?)(?:\n\s*```(.*)|\Z)", re.DOTALL)


def _without_fence(text: str, repairs: list[Repair]) -> str:
    fenced = _FENCE.search(text)
    if not fenced or "{" in text[: fenced.start()]:
        return text
    repairs.append(Repair(CODE_FENCE, shortened(fenced[0])))
    around = (text[: fenced.start()], fenced[2] or "")
    repairs += [Repair(TEXT_AROUND, shortened(part)) for part in around if part.strip()]
    return fenced[1]


def _well_formed(text: str, repairs: list[Repair]) -> tuple[Any, str]:
    """Value with which a text begins, and the rest of the text.

    Raises:
        ValueError: it is not well-formed.
    """
    duplicates: list[Repair] = []

    def to_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        content: dict[str, Any] = {}
        for key, value in pairs:
            _put(content, key, value, duplicates)
        return content

    content, end = json.JSONDecoder(object_pairs_hook=to_object).raw_decode(text)
    if re.match(r"\s*[,，}\]]", text[end:]):  # a bracket closed it too early
        raise ValueError("more follows")
    repairs += duplicates
    return content, text[end:]


def _put(content: dict[str, Any], key: str, value: object, repairs: list[Repair]) -> None:
    if key in content:
        same = content[key] == value
        about = DUPLICATE_KEY if same else AMBIGUOUS_KEY
        repairs.append(Repair(about, shortened(f"{key}: {content[key]!r}, {value!r}")))
        value = value if same else None
    content[key] = value


_OPENING = "\"“”＂'‘’"
_CLOSING = {'"': '"', "“": '”“"', "”": '”“"', "＂": '＂"', "'": "'", "‘": "’‘'", "’": "’‘'"}
_QUOTE = f"[{_OPENING}]"
_KEY = rf"{_QUOTE}\w+{_QUOTE}\s*[:：]"
_START = re.compile(rf"\{{\s*(?:{_QUOTE}|\}}|\Z)|\[\s*\{{")
_NEXT_KEY = re.compile(_KEY)
_NEXT_KEY_AFTER_BRACKETS = re.compile(rf"[\s\]}}]*[,，]\s*{_KEY}")
# What stands after a quotation mark that closes a string; after any other, the string goes on. The
# end of the text is not among them: a mark there may be one that the string quotes.
_AFTER_KEY = re.compile(r"\s*[:：]")
_AFTER_ITEM = re.compile(
    rf"\s*(?:[\]}}]|[,，]\s*(?:[\]\[{{\d-]|{_QUOTE}|(?:null|true|false|None|True|False)\b))"
)
_AFTER_OUTER_VALUE = re.compile(rf"\s*(?:[\]}}]|[,，]\s*(?:[{{}}\]]|{_KEY})|{_KEY})")
_AFTER_VALUE = re.compile(
    rf"\s*(?:[,，]\s*(?:[{{}}\]]|{_KEY})|{_KEY}"
    rf"|[\]}}]\s*(?:\Z|[\]}}{{]|[,，]\s*(?:[{{}}\]]|{_KEY})))"
)
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?(?![0-9.eE])")
_LITERAL = re.compile(r"(true|True|false|False|null|None)\b")
_LITERALS = {"true": True, "false": False, "null": None, "none": None}
_ESCAPE = re.compile(r"((?:\\u[0-9a-fA-F]{4})+)|\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_DEEPEST = 20
_NOTHING = object()


class _StoppedError(Exception):
    """Nothing more can be read; carries what was read whole of the value that was being read."""

    def __init__(self, partial: object = _NOTHING) -> None:
        self.partial = partial


class _Reader:
    """Reads an object or list by recursive descent, mending as it goes."""

    def __init__(self, text: str, repairs: list[Repair]) -> None:
        self._text, self._repairs = text, repairs
        self._at = self._depth = 0

    def read(self) -> tuple[Any, str]:
        """Value with which the text begins, and the rest of the text."""
        try:
            content = self._value(_AFTER_VALUE)
        except _StoppedError as stopped:
            return (None if stopped.partial is _NOTHING else stopped.partial), ""
        while (character := self._next()) and character in "]},，":
            self._report(SURPLUS_BRACKET if character in "]}" else SURPLUS_COMMA)
            self._at += 1
        return content, self._text[self._at :]

    def _report(self, about: str) -> None:
        self._repairs.append(Repair(about, shortened(self._text[max(0, self._at - 20) :])))

    def _next(self) -> str:
        """The next character that is no white space; none at the end."""
        while self._text[self._at : self._at + 1].isspace():
            self._at += 1
        return self._text[self._at : self._at + 1]

    def _stop(self) -> NoReturn:
        self._report(UNREADABLE if self._next() else CUT_OFF)
        raise _StoppedError

    def _value(self, after: re.Pattern[str]) -> Any:
        character = self._next()
        if character == "{":
            return self._object()
        if character == "[":
            return self._list()
        if character and character in _OPENING:
            return self._string(after)
        for pattern in (_NUMBER, _LITERAL):
            match = pattern.match(self._text, self._at)
            if match:
                self._at = match.end()
                if self._at == len(self._text):  # more of it may be missing
                    self._stop()
                if pattern is _LITERAL:
                    return _LITERALS[match[0].lower()]
                return float(match[0]) if "." in match[0] else int(match[0])
        return self._stop()

    def _object(self) -> dict[str, Any]:
        self._open()
        content: dict[str, Any] = {}
        after = _AFTER_OUTER_VALUE if self._depth == 1 else _AFTER_VALUE
        try:
            while not self._closed("}", content):
                key = self._key()
                try:
                    value = self._value(after)
                except _StoppedError as stopped:
                    if stopped.partial is not _NOTHING:
                        _put(content, key, stopped.partial, self._repairs)
                    raise
                _put(content, key, value, self._repairs)
        except _StoppedError:
            raise _StoppedError(content) from None
        return content

    def _key(self) -> str:
        character = self._next()
        if not character or character not in _OPENING:
            self._stop()
        key = self._string(_AFTER_KEY)
        if self._next() == "：":
            self._report(OTHER_PUNCTUATION)
        self._at += 1
        return key

    def _list(self) -> list[Any]:
        self._open()
        content: list[Any] = []
        try:
            while not self._closed("]", content):
                content.append(self._value(_AFTER_ITEM))
        except _StoppedError as stopped:
            if stopped.partial is not _NOTHING:
                content.append(stopped.partial)
            # Objects stand for themselves; a list of anything else says nothing unless it is whole.
            objects = bool(content) and all(isinstance(one, dict) for one in content)
            raise _StoppedError(content if objects else _NOTHING) from None
        return content

    def _open(self) -> None:
        if self._depth == _DEEPEST:
            self._stop()
        self._depth += 1
        self._at += 1

    def _closed(self, bracket: str, content: dict[str, Any] | list[Any]) -> bool:
        """Whether the object or list ends here; if not, its next element does."""
        before, comma = self._at, False
        while character := self._next():
            if character in ",，":
                if character == "，":
                    self._report(OTHER_PUNCTUATION)
                if comma or not content:
                    self._report(SURPLUS_COMMA)
                before, comma = self._at, True
            elif character in "]}" and self._depth == 1 and self._goes_on(bracket, character):
                self._report(SURPLUS_BRACKET)
            else:
                break
            self._at += 1
        if not character:
            self._stop()
        if character in "]}":
            if comma:
                self._report(SURPLUS_COMMA)
            if character == bracket:
                self._at += 1
            else:
                self._report(MISSING_BRACKET)
        elif self._depth > 1 and self._belongs_outside(bracket, character):
            self._report(MISSING_BRACKET)
            self._at = before  # the comma is read again, where it belongs
        else:
            if content and not comma:
                self._report(MISSING_COMMA)
            return False
        self._depth -= 1
        return True

    def _goes_on(self, bracket: str, character: str) -> bool:
        """Whether the outermost object or list is not closed by the bracket that comes next."""
        after = _NEXT_KEY_AFTER_BRACKETS.match(self._text, self._at + 1)
        return character != bracket or (bracket == "}" and after is not None)

    def _belongs_outside(self, bracket: str, character: str) -> bool:
        """Whether what comes next can be no element of this object or list."""
        if bracket == "}":
            return character == "{"
        return _NEXT_KEY.match(self._text, self._at) is not None

    def _string(self, after: re.Pattern[str]) -> str:
        opening = self._text[self._at]
        start = end = self._at + 1
        inner = False
        while end < len(self._text):
            character = self._text[end]
            if character == "\\":
                end += 2
                continue
            if character in _CLOSING[opening]:
                if after.match(self._text, end + 1):
                    break
                inner |= character == opening == '"'
            end += 1
        if end >= len(self._text):
            self._at = len(self._text)
            self._stop()
        raw = self._text[start:end]
        if inner:
            self._report(INNER_QUOTES)
        if opening != '"':
            self._report(OTHER_QUOTES)
        if re.search(r"[\x00-\x1f]", raw):
            self._report(RAW_CONTROL)
        self._at = end + 1
        return _ESCAPE.sub(self._unescape, raw)

    def _unescape(self, match: re.Match[str]) -> str:
        if match[1]:
            return str(json.loads(f'"{match[1]}"'))
        if match[2] not in "\"\\/'" and match[2] not in _ESCAPED:
            self._report(BAD_ESCAPE)
        return _ESCAPED.get(match[2], match[2])
