"""A spelling corrector: each unknown word becomes the likeliest known one, all else stays."""

from collections.abc import Sequence

from gec_attribution.languages.en import ENGLISH
from gec_attribution.plugins.options import Entry, Option
from gec_attribution.systems import lexicon
from gec_attribution.systems.base import System

# Shorter unknown words are mostly abbreviations, and are like too many others.
MIN_LENGTH = 4
_SENTENCE_ENDS = frozenset((".", "!", "?", "``", '"', "("))


class Spelling(System):
    """Replaces words that are in no list by the nearest and most frequent listed word.

    Known words, names (capitals inside a sentence), numbers, clitics and punctuation stay as they
    are, and so does an unknown word that resembles no other.
    """

    ENTRY = Entry(
        options={
            "max_edit_distance": Option(
                "Most letters by which a misspelling differs from its word.",
                2,
                "integer",
                {"minimum": 1, "maximum": 3},
            )
        },
        languages=("en",),
    )

    def __init__(self, *, max_edit_distance: int = 2) -> None:
        """Set how far a misspelling may be from its word.

        Args:
            max_edit_distance: letters inserted, deleted, replaced or swapped with the next one.
        """
        self.max_edit_distance = max_edit_distance

    def correct(self, sources: Sequence[str]) -> list[str]:
        """See `System.correct`."""
        return [ENGLISH.join(self._correct(ENGLISH.tokenize(source))) for source in sources]

    def signature(self) -> dict[str, object]:
        """See `System.signature`."""
        return {**super().signature(), **lexicon.signature()}

    def _correct(self, tokens: list[str]) -> list[str]:
        return [
            next(iter(respelled(tokens, place, self.max_edit_distance)), token)
            for place, token in enumerate(tokens)
        ]


def respelled(tokens: Sequence[str], place: int, max_edit_distance: int = 2) -> list[str]:
    """What the token at `place` may be misspelt for, the likeliest first, its case kept.

    Empty for a token that is known or that a spelling corrector should not change.
    """
    token = tokens[place]
    word = token.lower()
    if not (token.isascii() and token.isalpha() and len(token) >= MIN_LENGTH):
        return []
    starts = place == 0 or tokens[place - 1] in _SENTENCE_ENDS
    if not (token.islower() or (starts and token[1:].islower())) or lexicon.is_word(word):
        return []
    words = lexicon.respellings(word, max_edit_distance)
    return [each.capitalize() for each in words] if token[0].isupper() else list(words)
