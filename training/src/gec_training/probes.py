"""How often a metric prefers the right one of two sentences that differ by known edits.

A sentence and its reference differ by all edits of an annotator. With a single edit applied, a pair
differs by one error type, which shows what a metric is sensitive to.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from gec_attribution.edits.model import AnnotatedSentence, Edit, apply_edits
from gec_attribution.errors import InputError
from gec_attribution.languages.base import Language
from gec_attribution.languages.en import ENGLISH
from gec_attribution.metrics import Metric
from gec_attribution.storage.text import read_lines

REFERENCES = "whole references"
ALL_EDITS = "all edits"
GRAMMAR = "all edits but SPELL and ORTH"


@dataclass(frozen=True, slots=True)
class MinimalPair:
    """A wrong and a right sentence, tokenised, and what they differ by."""

    wrong: str
    right: str
    difference: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """The preference of a reader who saw a source with and without one edit, in unknown order.

    Attributes:
        line: the source's, from 1.
        reference: from which of the source's references the edit is, from 0.
        start: the edit's first token in the source.
        end: the token after its last.
        corrected: whether the reader preferred the sentence with the edit.
    """

    line: int
    reference: int
    start: int
    end: int
    corrected: bool


def read_pairs(path: str | Path) -> list[MinimalPair]:
    """The pairs in a TSV file whose first line names the columns difference, wrong and right.

    Raises:
        InputError: a line does not have three fields, or the first has other names; names the line.
    """
    rows = _read_rows(path, ("difference", "wrong", "right"))
    return [MinimalPair(wrong, right, difference) for _, (difference, wrong, right) in rows]


def read_judgements(path: str | Path) -> list[Judgement]:
    """The judgements in a TSV file: columns line, reference, start, end, type and preferred.

    Raises:
        InputError: the columns are others, a number is invalid, or the preference is neither
            "corrected" nor "source"; names the line.
    """
    columns = ("line", "reference", "start", "end", "type", "preferred")
    judgements = []
    for number, (*place, _, preferred) in _read_rows(path, columns):
        numbers = all(map(str.isdecimal, place)) and int(place[0]) > 0
        if not numbers or preferred not in {"corrected", "source"}:
            raise InputError(
                f"{path}:{number}: must hold a line from 1, three more whole numbers, a type, and "
                f"'corrected' or 'source'; found {place} and {preferred!r}"
            )
        line, reference, start, end = map(int, place)
        judgements.append(Judgement(line, reference, start, end, preferred == "corrected"))
    return judgements


def _read_rows(path: str | Path, columns: Sequence[str]) -> list[tuple[int, list[str]]]:
    """The fields of every line of a TSV file but the first, with the line's number."""
    header, *rows = (line.split("\t") for line in read_lines(path))
    if header != [*columns]:
        raise InputError(f"{path}:1: the columns must be {', '.join(columns)}; found {header}")
    for number, row in enumerate(rows, start=2):
        if len(row) != len(columns):
            raise InputError(f"{path}:{number}: must have {len(columns)} fields, has {len(row)}")
    return list(enumerate(rows, start=2))


def reference_pairs(sentences: Iterable[tuple[str, Sequence[Edit]]]) -> Iterator[MinimalPair]:
    """Each source with its reference, left out where they differ only in case or not at all.

    Args:
        sentences: sources, and the edits that turn them into their references.
    """
    for source, edits in sentences:
        tokens = ENGLISH.tokenize(source)
        wrong, right = " ".join(tokens), " ".join(apply_edits(tokens, edits))
        if wrong.lower() != right.lower():
            yield MinimalPair(wrong, right, REFERENCES)


def edit_pairs(
    sentences: Iterable[tuple[str, Sequence[Edit]]], language: Language = ENGLISH
) -> Iterator[MinimalPair]:
    """Each source, and the same with one edit applied, for every edit of a reference.

    The difference is the edit's error type without its operation: "VERB:SVA" for "R:VERB:SVA".
    """
    for source, edits in sentences:
        tokens = language.tokenize(source)
        for edit in edits:
            right = language.join(apply_edits(tokens, [edit]))
            yield MinimalPair(language.join(tokens), right, edit.type.split(":", 1)[-1])


def judged_pairs(
    judgements: Iterable[Judgement], sentences: Sequence[AnnotatedSentence]
) -> list[MinimalPair]:
    """The pairs that were judged, in the order of the judgements.

    Args:
        judgements: of a reader.
        sentences: in the order of their lines; a coder is a reference.

    Raises:
        InputError: there is no such edit.
    """
    pairs: list[MinimalPair] = []
    for judgement in judgements:
        place = (judgement.start, judgement.end)
        try:
            sentence = sentences[judgement.line - 1]
            edits = sentence.coders[judgement.reference]
            edit = next(edit for edit in edits if (edit.start, edit.end) == place)
        except (LookupError, StopIteration):
            raise InputError(
                f"reference {judgement.reference} of line {judgement.line} has no edit of tokens "
                f"{place}; the judgements are of other references, or of another extractor's edits"
            ) from None
        pairs += edit_pairs([(sentence.source, [edit])])
    return pairs


def preference_shares(metric: Metric, pairs: Sequence[MinimalPair]) -> pd.DataFrame:
    """The share of pairs whose right sentence scores higher: not the same, and not missing.

    Returns:
        Columns difference, pairs, preferred, share; one row per difference in alphabetical order,
        and last, if there are edits, their sums with SPELL and ORTH and without.
    """
    sentences = sorted({text for pair in pairs for text in (pair.wrong, pair.right)})
    scores = dict(zip(sentences, metric.score(sentences, sentences), strict=True))
    preferred = pd.DataFrame(
        [(pair.difference, scores[pair.right] > scores[pair.wrong]) for pair in pairs],
        columns=["difference", "preferred"],
    )
    edits = preferred[preferred["difference"] != REFERENCES]
    grammar = edits[~edits["difference"].isin(["SPELL", "ORTH"])]
    counted = pd.concat(
        [preferred, edits.assign(difference=ALL_EDITS), grammar.assign(difference=GRAMMAR)]
    )
    shares = counted.groupby("difference", sort=False)["preferred"].agg(["size", "sum"])
    shares = shares.rename(columns={"size": "pairs", "sum": "preferred"})
    order = sorted(set(preferred["difference"]))
    shares = shares.loc[[*order, *(name for name in (ALL_EDITS, GRAMMAR) if name in shares.index)]]
    return shares.assign(share=shares["preferred"] / shares["pairs"]).reset_index()
