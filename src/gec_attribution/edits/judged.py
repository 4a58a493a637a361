"""People's judgements of edits, in the file format of SEEDA (Kobayashi et al. 2024).

A file holds the sheets of several annotators, joined as `tail -n +1` joins files: a line
`==> annotator1/0.txt <==` before each. A sheet has a source between `<t>` and `</t>` and, below it,
corrections `<s1>…</s1>` in which each edit is written `[original→correction|True]`, or `False`
where the annotator finds it invalid.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from gec_attribution.edits.model import Edit, apply_edits, m2_text, m2_tokens
from gec_attribution.errors import InputError
from gec_attribution.storage.text import part_of, read_lines

_SHEET = re.compile(r"==> (?P<annotator>[^/ ]+)/\S+ <==")
_SOURCE = re.compile(r"<t>(.*)</t>")
_CORRECTION = re.compile(r"<s\d+>(.*)</s\d+>")
_EDIT = re.compile(r"\[([^\[\]→|]*)→([^\[\]→|]*)\|(True|False)\]")
# Brackets that the original annotation of the corpus left around some words of the sources.
_MARKS = re.compile(r"[\[\]]")


Edits = tuple[Edit, ...]
Votes = tuple[bool, ...]
"""Verdict of an annotator on each edit of a correction: whether it is valid."""


@dataclass(frozen=True)
class JudgedCorrection:
    """A correction of a source, and the verdicts of one annotator or several on its edits.

    Attributes:
        source: the source, its tokens separated by one space.
        edits: its edits, at least one; the file gives them no type, so that is empty.
        annotators: who judged it; one who judged it twice is there twice.
        votes: for each annotator the verdict on each edit.
    """

    source: str
    edits: Edits
    annotators: tuple[str, ...]
    votes: tuple[Votes, ...]

    @cached_property
    def valid(self) -> np.ndarray:
        """Share of the annotators who find each edit valid: (n,) float64."""
        return np.mean(self.votes, axis=0)

    @property
    def hypothesis(self) -> str:
        """The corrected sentence, its tokens separated by one space."""
        return m2_text(apply_edits(m2_tokens(self.source), self.edits))


def read_judged(path: str | Path, lines: str | None = None) -> list[JudgedCorrection]:
    """The distinct corrections with an edit in a file, in order of first appearance.

    A correction with misplaced brackets, or with other words than its source, is left out. `lines`
    are the part of the corrections that a data set takes, as `part_of` has it.

    Raises:
        InputError: the file is not in this form, has no correction that can be read, or ends before
            the last of `lines`.
    """
    judgements: dict[tuple[str, Edits], list[tuple[str, Votes]]] = defaultdict(list)
    for annotator, source, correction in _corrections(path):
        judged = _parse(correction, m2_tokens(source))
        if judged:
            edits, votes = zip(*judged, strict=True)
            judgements[source, edits].append((annotator, votes))
    if not judgements:
        raise InputError(f"{path}:1: there is no judged correction in it")
    corrections = []
    for (source, edits), of_correction in judgements.items():
        annotators, votes = zip(*of_correction, strict=True)
        corrections.append(JudgedCorrection(source, edits, annotators, votes))
    return part_of(corrections, lines, path)


def _corrections(path: str | Path) -> Iterator[tuple[str, str, str]]:
    """Annotator, source and marked correction of each correction in a file."""
    annotator = ""
    source = ""
    for number, line in enumerate(read_lines(path), start=1):
        sheet = _SHEET.fullmatch(line.strip())
        marked_source = _SOURCE.search(line)
        correction = _CORRECTION.search(line)
        if sheet:
            annotator = sheet["annotator"]
            source = ""
        elif marked_source:
            source = m2_text(m2_tokens(_MARKS.sub("", marked_source[1])))
        elif correction:
            if not annotator or not source:
                raise InputError(
                    f"{path}:{number}: a correction comes after a line '==> annotator/sheet <==' "
                    "and one with the source, '<t>…</t>'"
                )
            yield annotator, source, correction[1]


def _parse(correction: str, source: list[str]) -> list[tuple[Edit, bool]]:
    """The edits of a marked correction and their judgements; none where it does not fit."""
    tokens: list[str] = []
    judged = []
    position = 0
    for match in _EDIT.finditer(correction):
        tokens += m2_tokens(correction[position : match.start()])
        original, replacement = map(m2_tokens, match.groups()[:2])
        edit = Edit(len(tokens), len(tokens) + len(original), m2_text(replacement), "")
        judged.append((edit, match[3] == "True"))
        tokens += original
        position = match.end()
    tokens += m2_tokens(correction[position:])
    if tokens == source:
        return judged
    return []
