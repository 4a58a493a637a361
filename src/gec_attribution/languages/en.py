"""English: spaces separate tokens, and ERRANT finds the edits."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from gec_attribution.languages.base import Extractor, Language
from gec_attribution.languages.plain_text import Span
from gec_attribution.languages.tokenisation import detokenised, tokenise_written


class English(Language):
    """Text tokenised with spaces, as learner corpora and ERRANT have it."""

    code = "en"

    def tokenize(self, text: str) -> list[str]:
        """The tokens, which white space separates."""
        return text.split()

    def join(self, tokens: Iterable[str]) -> str:
        """The tokens, separated by one space."""
        return " ".join(tokens)

    def from_plain_text(self, text: str) -> str:
        """The text in the tokenisation of learner corpora: `home.` is `home .`."""
        return tokenise_written(text)

    def ordinary(self, tokens: Sequence[str]) -> tuple[str, list[Span]]:
        """The tokens without the spaces that tokenisation makes; see `Language.ordinary`."""
        return detokenised(tokens)

    def extractor(self, pipeline: str | Path = "auto") -> Extractor:
        """ERRANT; see `ErrantExtractor`."""
        from gec_attribution.languages.errant import ErrantExtractor

        return ErrantExtractor(pipeline)


ENGLISH = English()
