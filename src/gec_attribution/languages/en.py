"""English: spaces separate tokens, and ERRANT finds the edits."""

from collections.abc import Iterable
from pathlib import Path

from gec_attribution.languages.base import Extractor, Language


class English(Language):
    """Text tokenised with spaces, as learner corpora and ERRANT have it."""

    code = "en"

    def tokenize(self, text: str) -> list[str]:
        """The tokens, which white space separates."""
        return text.split()

    def join(self, tokens: Iterable[str]) -> str:
        """The tokens, separated by one space."""
        return " ".join(tokens)

    def extractor(self, pipeline: str | Path = "auto") -> Extractor:
        """ERRANT; see `ErrantExtractor`."""
        from gec_attribution.languages.errant import ErrantExtractor

        return ErrantExtractor(pipeline)


ENGLISH = English()
