"""English: spaces separate tokens, and ERRANT finds the edits."""

import locale
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from gec_attribution.languages.base import Extractor, Language
from gec_attribution.languages.pipelines import (
    torch_out_of_sight,
    usual_english_pipeline,
)
from gec_attribution.languages.plain_text import Span, ending_in_stops
from gec_attribution.languages.tokenisation import detokenised, tokenise_written

_CAN_NOT = re.compile(r"\b(can) not\b", re.IGNORECASE)
_LATIN_LETTER = re.compile("[A-Za-z]")
# Words of tokenised text that end in a stop (`corpora.ordinary_text.UNTOKENISED`).
_ABBREVIATIONS = {
    "Mr.",
    "Mrs.",
    "Ms.",
    "Dr.",
    "Prof.",
    "St.",
    "etc.",
    "vs.",
    "No.",
    "Jr.",
    "Fig.",
}


class English(Language):
    """Text tokenised with spaces, as learner corpora and ERRANT have it."""

    code = "en"
    reads_spacy = True

    def is_foreign(self, text: str, /) -> bool:
        """Return whether it has letters, and none of the Latin alphabet."""
        return any(map(str.isalpha, text)) and not _LATIN_LETTER.search(text)

    def stuck_tokens(self, text: str, /) -> list[str]:
        """See `Language.stuck_tokens`.

        Titles, other abbreviations and tokens with a stop inside, such as `U.S.`, are none of them.
        """
        return [token for token in ending_in_stops(text) if token not in _ABBREVIATIONS]

    def found_pipeline(self, pipeline: str | Path) -> str | Path:
        """See `usual_english_pipeline`."""
        return usual_english_pipeline(pipeline)

    def from_plain_text(self, text: str, source: str | None = None) -> str:
        """The text in the tokenisation of learner corpora: `home.` is `home .`."""
        return tokenise_written(text, source)

    def ordinary(self, tokens: Sequence[str]) -> tuple[str, list[Span]]:
        """The tokens without the spaces that tokenisation makes; see `Language.ordinary`."""
        return detokenised(tokens)

    def searched(self, tokens: Sequence[str]) -> str:
        """See `Language.searched`: `cannot` is two tokens."""
        return _CAN_NOT.sub(r"\1not", super().searched(tokens))

    def extractor(self, pipeline: str | Path = "auto") -> Extractor:
        """ERRANT; see `ErrantExtractor`."""
        with torch_out_of_sight(), _utf8_by_default():
            from gec_attribution.languages.errant import ErrantExtractor

        return ErrantExtractor(self, pipeline)


@contextmanager
def _utf8_by_default() -> Iterator[None]:
    """Lets ERRANT read its word list, for which it names no encoding, in any locale."""
    usual = locale.setlocale(locale.LC_CTYPE)
    # Not every system has this locale; those without it have UTF-8.
    with suppress(locale.Error):
        locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
    try:
        yield
    finally:
        locale.setlocale(locale.LC_CTYPE, usual)


ENGLISH = English()
