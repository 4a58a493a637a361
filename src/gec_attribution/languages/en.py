"""English: spaces separate tokens, and ERRANT finds the edits."""

import re
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from gec_attribution.languages.base import Extractor, Language
from gec_attribution.languages.plain_text import Span
from gec_attribution.languages.tokenisation import detokenised, tokenise_written

_LATIN_LETTER = re.compile("[A-Za-z]")
_CHINESE_CHARACTER = re.compile("[\u4e00-\u9fff]")


class English(Language):
    """Text tokenised with spaces, as learner corpora and ERRANT have it."""

    code = "en"

    def tokenize(self, text: str) -> list[str]:
        """The tokens, which white space separates."""
        return text.split()

    def join(self, tokens: Iterable[str]) -> str:
        """The tokens, separated by one space."""
        return " ".join(tokens)

    def is_foreign(self, text: str, /) -> bool:
        """Whether it has a Chinese character and no Latin letter."""
        return bool(_CHINESE_CHARACTER.search(text)) and not _LATIN_LETTER.search(text)

    def from_plain_text(self, text: str, source: str | None = None) -> str:
        """The text in the tokenisation of learner corpora: `home.` is `home .`."""
        return tokenise_written(text, source)

    def ordinary(self, tokens: Sequence[str]) -> tuple[str, list[Span]]:
        """The tokens without the spaces that tokenisation makes; see `Language.ordinary`."""
        return detokenised(tokens)

    def extractor(self, pipeline: str | Path = "auto") -> Extractor:
        """ERRANT; see `ErrantExtractor`."""
        with _torch_out_of_sight():
            from gec_attribution.languages.errant import ErrantExtractor

        return ErrantExtractor(self, pipeline)


@contextmanager
def _torch_out_of_sight() -> Iterator[None]:
    """Keeps spaCy from importing torch for pipelines that have no use for it.

    That import takes longer than all else (docs/scaling.md). Pipelines with transformers need it;
    they come with one of two packages. Another thread may be importing it.
    """
    needed = any(map(find_spec, ("spacy_curated_transformers", "spacy_transformers")))
    if needed or "torch" in sys.modules or threading.active_count() > 1:
        yield
        return
    sys.modules["torch"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules["torch"]


ENGLISH = English()
