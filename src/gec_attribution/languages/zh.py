"""Chinese: every character is a token, and edits are those that EXCGEC annotates."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from gec_attribution.edits.model import Edit
from gec_attribution.languages.base import Extractor, Language, Tokens
from gec_attribution.languages.chinese_alignment import MERGE_DISTANCE, ChineseAligner, characters
from gec_attribution.languages.chinese_lexicons import Lexicons

_WORDS = re.compile(r"[^\W\d_] +[^\W\d_]")
# White space between letters or digits of scripts that are written with spaces.
_SPACED = re.compile(r"[^\W_\u2e80-\U0003ffff]\s+[^\W_\u2e80-\U0003ffff]")
# CJK ideographs: the main block, extension A, compatibility, and the planes of all others.
_CHINESE_CHARACTER = re.compile("[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\U00020000-\U0003ffff]")


class Chinese(Language):
    """Text without spaces; those that a corpus has are left out."""

    code = "zh"
    annotation = "cherrant"
    is_explained = True

    def tokenize(self, text: str) -> list[str]:
        """The characters, except for white space."""
        return list(characters(text))

    def is_foreign(self, text: str, /) -> bool:
        """Whether it is words between spaces, without a Chinese character."""
        return bool(_WORDS.search(text)) and not _CHINESE_CHARACTER.search(text)

    def loses_spaces(self, text: str, /) -> bool:
        """Whether it has words between spaces, as in `我说 I love you`."""
        return bool(_SPACED.search(text))

    def join(self, tokens: Iterable[str]) -> str:
        """The tokens, with nothing between them."""
        return "".join(tokens)

    def extractor(self, pipeline: str | Path = "auto") -> Extractor:
        """See `ChineseExtractor`."""
        return ChineseExtractor(pipeline)


CHINESE = Chinese()


class ChineseExtractor(Extractor):
    """The edits of the first of the cheapest alignments, near ones joined; see `ChineseAligner`.

    Their types are ChERRANT's: M (missing), R (redundant), S (substitution), W (word order).

    Args:
        pipeline: a file of confusion sets, or `auto` for none; errors are those of `Lexicons`.
    """

    language = CHINESE

    def __init__(self, pipeline: str | Path = "auto") -> None:
        self._aligner = ChineseAligner(Lexicons(None if pipeline == "auto" else pipeline))

    def signature(self) -> dict[str, str]:
        """Versions of the lexicons, the confusion sets, and which edits are joined."""
        return {**self._aligner.lexicons.signature(), "merge_distance": str(MERGE_DISTANCE)}

    def find_edits(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Iterator[tuple[Edit, ...]]:
        """See `Extractor.find_edits`."""
        for source, hypothesis in pairs:
            yield self._aligner.joined_edits(source, hypothesis)
