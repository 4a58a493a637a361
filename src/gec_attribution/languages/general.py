"""Any language that spaCy can cut into tokens: rules that know characters, but no language."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from gec_attribution.errors import PackageError
from gec_attribution.languages.base import Extractor, Language
from gec_attribution.languages.pipelines import installed_pipeline, torch_out_of_sight
from gec_attribution.languages.plain_text import Span, ending_in_stops

if TYPE_CHECKING:
    from spacy.tokens import Doc

_APOSTROPHES = "'’ʼ"
_HYPHENS = "-‐"
# `L'` before a vowel or an h, but not `po'`; `-il` and `'s` after any word.
_ELISION = re.compile(rf"[^\W\d_]+[{_APOSTROPHES}]")
_CLITIC = re.compile(rf"[{_HYPHENS}{_APOSTROPHES}][^\W\d_]+")
_VOWELS = frozenset("aeiouyhæøœ")
_WITHOUT_SPACES_AROUND = frozenset(("/", "‐"))
_CURRENCY = frozenset("$£€¥₴₽₹")
# Categories of Unicode: other punctuation, and what closes brackets and quotations.
_CLOSING_KINDS = frozenset(("Po", "Pe", "Pf"))
_WORDLIKE_MARKS = frozenset("&*@#†§¡¿")
_OPENING_MARKS = frozenset("¡¿")
# Quotation marks that may open, each with those that close it. Some close in one language what
# they open in another.
_QUOTES = {
    '"': '"',
    "'": "'",
    "«": "»",
    "»": "«",
    "„": "“”",
    "“": "”",
    "”": "”",
    "‚": "‘’",
    "‘": "’",
    "‹": "›",
    "›": "‹",
    "「": "」",
    "『": "』",
}
# French writes a space before marks of two parts, and within quotation marks.
_SPACED_MARKS = {"fr": frozenset("?!:;«»")}
# Scripts without spaces between words: Thai, Lao, Burmese, Khmer, Tibetan, Japanese, Chinese.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
)


class General(Language):
    """Text whose tokens stand between spaces; spaCy makes them of ordinary text.

    Args:
        code: the language's code in spaCy.
    """

    reads_spacy = True
    keeps_edits = True

    def __init__(self, code: str) -> None:
        self.code = code

    def stuck_tokens(self, text: str, /) -> list[str]:
        """See `Language.stuck_tokens`; abbreviations that spaCy leaves whole are none of them."""
        words = ending_in_stops(text)
        return [word for word in words if self.from_plain_text(word) != word]

    def found_pipeline(self, pipeline: str | Path) -> str | Path:
        """A trained pipeline that is installed for the language, for `auto` and a word list.

        `auto` where there is none.
        """
        is_word_list = Path(pipeline).is_file()
        if pipeline == "auto" or is_word_list:
            return installed_pipeline(self.code)
        return pipeline

    def from_plain_text(self, text: str, source: str | None = None) -> str:
        """The tokens that spaCy makes of a text; hyphenated words stay whole.

        Raises:
            PackageError: spaCy needs another package for the language.
        """
        del source  # The rules look at a stretch between two spaces alone.
        tokens: list[str] = []
        for stretch in text.split():
            cut: list[str] = []
            for piece in self._tokenizer(stretch):
                cut += piece.text.split()
            tokens += with_hyphens(cut)
        return " ".join(tokens)

    @cached_property
    def _tokenizer(self) -> "Callable[[str], Doc]":
        with torch_out_of_sight():
            import spacy

        try:
            return spacy.blank(self.code).tokenizer
        except ImportError as error:
            raise PackageError(
                f"language: spaCy cuts {self.code} with a package that is not installed: {error}; "
                "install it, or give text with a space between tokens"
            ) from error

    def ordinary(self, tokens: Sequence[str]) -> tuple[str, list[Span]]:
        """The tokens as people would write them; see `Language.ordinary`.

        Marks of punctuation, elisions (`L'`), clitics (`-il`) and quotation marks stand by their
        words.
        """
        text = ""
        spans: list[Span] = []
        unclosed: list[str] = []  # marks that would close open quotations
        spaced_marks = _SPACED_MARKS.get(self.code, frozenset())
        is_joined = True  # to what comes before
        for token, following in pairwise([*tokens, ""]):
            closes, opens = _quotation(token, unclosed) or _sides(token, following)
            keeps_space = token in spaced_marks
            unspaced_before = _is_unspaced(text[-1:], token[:1])
            if not (is_joined or unspaced_before or (closes and not keeps_space)):
                text += " "
            spans.append((len(text), len(text) + len(token)))
            text += token
            is_joined = opens and not keeps_space
        return text, spans

    def extractor(self, pipeline: str | Path = "auto") -> Extractor:
        """See `GeneralExtractor`."""
        with torch_out_of_sight():
            from gec_attribution.languages.general_edits import GeneralExtractor

        return GeneralExtractor(self, pipeline)


def with_hyphens(tokens: Sequence[str]) -> list[str]:
    """The tokens of a stretch without a space, whole words for those cut at a hyphen."""
    joined: list[str] = []
    for token in tokens:
        follows_hyphen = len(joined) > 1 and joined[-1] in _HYPHENS
        if follows_hyphen and joined[-2][-1].isalnum() and token[0].isalnum():
            hyphen = joined.pop()
            joined[-1] += hyphen + token
        else:
            joined.append(token)
    return joined


def _quotation(token: str, unclosed: list[str]) -> tuple[bool, bool] | None:
    """Return whether a quotation mark closes, and whether it opens; None for other tokens.

    Args:
        token: the token.
        unclosed: marks that close the quotations that are open; is kept up to date.
    """
    if unclosed and token in unclosed[-1]:
        unclosed.pop()
        return True, False
    if token in _QUOTES:
        unclosed.append(_QUOTES[token])
        return False, True
    return None


def _sides(token: str, following: str) -> tuple[bool, bool]:
    """Return whether a token stands close to the one before, and to the one after, `following`."""
    if token in _WITHOUT_SPACES_AROUND:
        return True, True
    if _ELISION.fullmatch(token):
        return False, _begins_with_vowel(following)
    if _CLITIC.fullmatch(token):
        return True, False
    if token in _CURRENCY:
        return False, following[:1].isdigit()
    kinds = {unicodedata.category(character) for character in token}
    closes = kinds <= _CLOSING_KINDS and not set(token) & _WORDLIKE_MARKS
    opens = kinds == {"Ps"} or token in _OPENING_MARKS
    return closes, opens


def _begins_with_vowel(word: str) -> bool:
    return unicodedata.normalize("NFD", word[:1]).lower()[:1] in _VOWELS


def _is_unspaced(before: str, after: str) -> bool:
    return bool(_UNSPACED.match(before) and _UNSPACED.match(after))
