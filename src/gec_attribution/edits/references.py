"""The references of a data set: the edits of every annotator, line by line."""

from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path

from gec_attribution.edits.m2 import read_m2, sentence_lines
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError


def read_references(paths: Iterable[str | Path]) -> list[list[tuple[Edit, ...]]]:
    """The references of each line: all coders of all files, in the order of the files.

    Raises:
        InputError: the files differ in length, or a line has no reference.
    """
    paths = list(paths)
    lines = []
    for number, line in enumerate(zip_longest(*map(read_m2, paths)), start=1):
        if None in line:
            lengths = ", ".join(f"{path} has {len(list(sentence_lines(path)))}" for path in paths)
            raise InputError(f"references must have a sentence for each source: {lengths}")
        lines.append([edits for sentence in line for _, edits in sorted(sentence.coders.items())])
        if not lines[-1]:
            raise InputError(f"{', '.join(map(str, paths))}: sentence {number} has no reference")
    return lines
