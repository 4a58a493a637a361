"""Edits that come in a file, as M2 or as people judged them, instead of being found."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.m2 import edits_of
from gec_attribution.edits.model import Edit, m2_text, m2_tokens
from gec_attribution.errors import InputError
from gec_attribution.languages.base import Language
from gec_attribution.storage.text import part_of

GIVEN: Mapping[str, str] = {"edits": "given"}
"""The part of a signature for edits that no extractor found."""


def given_edits(
    path: str | Path,
    language: Language,
    sources: Sequence[str] | None = None,
    form: str = "m2",
    lines: str | None = None,
) -> list[tuple[str, tuple[Edit, ...]]]:
    """Source and edits of each sentence in a file that has them.

    Args:
        path: the file.
        language: the language of its sentences.
        sources: what its sentences must be, if that is known; blank ones may follow in the file.
        lines: the part of the file to take, as in `storage.text.part_of`; None takes all.
        form: `m2`, a file of one coder, or `judged`, whose edits have an empty type.

    Raises:
        InputError: the file is not in that form, its tokens are not those of the language, or its
            sentences are not `sources`.
    """
    given = (
        [(one.source, one.edits) for one in read_judged(path).corrections]
        if form == "judged"
        else edits_of(path)
    )
    given = part_of(given, lines, path)
    if sources is not None:
        while len(given) > len(sources) and not m2_tokens(given[-1][0]):
            given.pop()
        if len(given) != len(sources):
            raise InputError(f"{path}: sentences: {len(given)}, in the data set: {len(sources)}")
    for number, (source, _) in enumerate(given, start=1):
        tokens = m2_tokens(source)
        if tokens != language.tokenize(source):
            raise InputError(
                f"{path}: sentence {number} has the tokens {source[:40]!r}, in {language.code} "
                f"they are {m2_text(language.tokenize(source))[:40]!r}; its edits count other "
                "tokens, so write them with these"
            )
        if sources is not None and tokens != language.tokenize(sources[number - 1]):
            raise InputError(
                f"{path}: sentence {number} is {source!r}, the data set has {sources[number - 1]!r}"
            )
    return given
