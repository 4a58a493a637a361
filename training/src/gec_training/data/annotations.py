"""Learners' sentences with the edits of several annotators."""

from collections.abc import Sequence
from pathlib import Path

from gec_attribution.edits.m2 import read_m2
from gec_attribution.edits.model import Edit
from gec_attribution.explanations.records import read_explanations
from gec_attribution.languages import load_extractor
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


def read_annotated_chinese(path: str | Path) -> list[Annotated]:
    """The characters of each source of a file in EXCGEC's JSON, and the edits of its target.

    Raises:
        InputError: the file is not of this kind.
    """
    sentences = read_explanations(path).sentences
    edits = load_extractor("zh").extract(
        [(sentence.source, sentence.target) for sentence in sentences]
    )
    return [(list(sentence.source), [own]) for sentence, own in zip(sentences, edits, strict=True)]
