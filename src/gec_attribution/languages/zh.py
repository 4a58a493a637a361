"""Chinese: every character is a token, and edits are those that EXCGEC annotates."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from gec_attribution.edits.chunks import MERGE_DISTANCE
from gec_attribution.edits.model import Edit, apply_edits, m2_text
from gec_attribution.languages.base import Extractor, Language, Tokens
from gec_attribution.languages.chinese_alignment import (
    SPACE,
    ChineseAligner,
    characters,
)
from gec_attribution.languages.chinese_lexicons import Lexicons
from gec_attribution.languages.plain_text import matching_blocks

# Name in place of a pipeline for edits as ChERRANT has them, none joined with its neighbours.
CHERRANT = "cherrant"

_WORDS = re.compile(r"[^\W\d_] +[^\W\d_]")
# Letters and digits, and punctuation, of scripts that are written with spaces.
_LETTER = r"[^\W_\u2e80-\U0003ffff]"
_STOP = r"(?:_|[^\w \u2e80-\U0003ffff])"
_BETWEEN_WORDS = re.compile(rf"({_LETTER}{_STOP}*) (?={_STOP}*{_LETTER})")
# CJK ideographs: the main block, extension A, compatibility, and the planes of all others.
_CHINESE_CHARACTER = re.compile(
    "[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\U00020000-\U0003ffff]"
)


class Chinese(Language):
    """Text without spaces, but for those between words of scripts that are written with them.

    Such a space belongs to the token after it, which begins with `SPACE`: `说 I do` is the tokens
    `说 I ▁d o`. All other white space of a corpus is left out, so that a token has the number that
    its character has in ChERRANT and EXCGEC.
    """

    code = "zh"
    annotation = "cherrant"
    is_explained = True

    def tokenize(self, text: str) -> list[str]:
        """The characters; white space between single characters, as `我 们 去` has it, is none."""
        pieces = text.replace(SPACE, " ").split()
        is_cut = all(len(characters(piece)) == 1 for piece in pieces)
        if len(pieces) < 2 or is_cut:
            return list(characters(text))
        spaced = _BETWEEN_WORDS.sub(rf"\1{SPACE}", " ".join(pieces))
        before, *words = spaced.split(SPACE)
        tokens = list(characters(before))
        for word in words:
            first, *others = characters(word)
            tokens += [SPACE + first, *others]
        return tokens

    def is_foreign(self, text: str, /) -> bool:
        """Return whether it is words between spaces, without a Chinese character."""
        return bool(_WORDS.search(text)) and not _CHINESE_CHARACTER.search(text)

    def join(self, tokens: Iterable[str]) -> str:
        """The tokens, with nothing between them but the spaces that they begin with."""
        return "".join(tokens).replace(SPACE, " ")

    def bare(self, tokens: Iterable[str], /) -> list[str]:
        """The characters of tokens."""
        return [token.removeprefix(SPACE) for token in tokens]

    def unspaced(self, text: str) -> str:
        """The characters of a text without white space, as EXCGEC's intervals count them."""
        return "".join(characters(text))

    def spaced(
        self, tokens: Sequence[str], edits: Iterable[Edit], /
    ) -> tuple[Edit, ...]:
        """Edits with the space of the token that each one replaces or precedes."""
        spaced = []
        for edit in edits:
            correction = edit.correction
            is_inside = edit.start < len(tokens)
            follows_space = is_inside and tokens[edit.start].startswith(SPACE)
            if follows_space and re.match(_LETTER, correction):
                correction = SPACE + correction
            spaced.append(replace(edit, correction=correction))
        return tuple(spaced)

    def with_spaces_of(self, source: str, corrected: str, /) -> str:
        """A correction that was written without white space, with the spaces of its source."""
        if " " in corrected or " " not in source:
            return corrected
        before = self.tokenize(source)
        after = self.tokenize(corrected)
        edits = []
        position = 0
        position_after = 0
        for start, start_after, size in matching_blocks(self.bare(before), after):
            if position != start or position_after != start_after:
                correction = m2_text(after[position_after:start_after])
                edits.append(Edit(position, start, correction, ""))
            position = start + size
            position_after = start_after + size
        return self.join(apply_edits(before, self.spaced(before, edits))).strip()

    def extractor(self, pipeline: str | Path = "auto") -> Extractor:
        """See `ChineseExtractor`."""
        return ChineseExtractor(pipeline)


CHINESE = Chinese()


class ChineseExtractor(Extractor):
    """The edits of the first of the cheapest alignments, near ones joined; see `ChineseAligner`.

    Their types are ChERRANT's: M (missing), R (redundant), S (substitution), W (word order).

    Args:
        pipeline: a file of confusion sets, or `auto` for none; errors are those of `Lexicons`.
            `cherrant`, which has none either, joins no edits.
    """

    language = CHINESE

    def __init__(self, pipeline: str | Path = "auto") -> None:
        has_confusions = pipeline not in ("auto", CHERRANT)
        self._aligner = ChineseAligner(Lexicons(pipeline if has_confusions else None))
        self._joins = pipeline != CHERRANT

    def signature(self) -> dict[str, str]:
        """Versions of the lexicons, the confusion sets, and which edits are joined."""
        distance = str(MERGE_DISTANCE) if self._joins else "none"
        return {**self._aligner.lexicons.signature(), "merge_distance": distance}

    def find_edits(
        self, pairs: Sequence[tuple[Tokens, Tokens]]
    ) -> Iterator[tuple[Edit, ...]]:
        """See `Extractor.find_edits`."""
        for source, hypothesis in pairs:
            if self._joins:
                yield self._aligner.joined_edits(source, hypothesis)
            else:
                yield self._aligner.edits(source, hypothesis)
