"""Learners' sentences with the edits of several annotators."""

from collections.abc import Sequence
from pathlib import Path

from gec_attribution.edits.m2 import read_m2
from gec_attribution.edits.model import Edit
from gec_attribution.languages.en import ENGLISH

Annotated = tuple[list[str], Sequence[Sequence[Edit]]]


def read_annotated(path: str | Path) -> list[Annotated]:
    """The tokens of each sentence of an M2 file that has any, and the edits of each coder.

    Raises:
        InputError: the file is not M2.
    """
    return [
        (ENGLISH.tokenize(sentence.source), list(sentence.coders.values()))
        for sentence in read_m2(path)
        if ENGLISH.tokenize(sentence.source)
    ]
