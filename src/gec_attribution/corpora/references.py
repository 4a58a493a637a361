"""Texts of references, as metrics read them, from M2 files."""

from collections.abc import Sequence
from pathlib import Path

from gec_attribution.edits.m2 import read_references
from gec_attribution.edits.model import apply_edits
from gec_attribution.languages import Language
from gec_attribution.storage.text import read_lines


def reference_texts(
    sources: str | Path, references: Sequence[str | Path], language: Language
) -> list[tuple[str, list[str]]]:
    """Each source with its references, as metrics read them, from M2 files of references."""
    if not references:
        return []
    texts = []
    for source, choices in zip(
        read_lines(sources), read_references(references), strict=True
    ):
        tokens = language.tokenize(source)
        corrected = [language.join(apply_edits(tokens, edits)) for edits in choices]
        texts.append((language.join(tokens), corrected))
    return texts


def references_by_source(
    sources: str | Path, references: Sequence[str | Path], language: Language
) -> dict[str, tuple[str, ...]]:
    """The references of each source, as metrics read them.

    A reference that several annotators gave counts as often, as in GLEU. The references of a source
    in several lines are those of the first line, then the further ones of the others.
    """
    corrections: dict[str, tuple[str, ...]] = {}
    for source, choices in reference_texts(sources, references, language):
        before = corrections.get(source, ())
        added = (choice for choice in choices if choice not in before)
        corrections[source] = (*before, *added)
    return corrections
