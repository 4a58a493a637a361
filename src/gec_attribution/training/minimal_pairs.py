"""How often a metric prefers the right one of two sentences that differ by known edits.

A sentence and its reference differ by all edits of an annotator. With one edit applied alone, a
pair differs by one error type, which says what a metric is sensitive to.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from gec_attribution.edits import Edit, apply_edits, tokenize
from gec_attribution.errors import InputError
from gec_attribution.metrics import Metric
from gec_attribution.text import read_lines

REFERENCES = "whole references"
ALL_EDITS = "all edits"
GRAMMAR = "all edits but SPELL and ORTH"


@dataclass(frozen=True, slots=True)
class MinimalPair:
    """A wrong and a right sentence, tokenised, and what they differ by."""

    wrong: str
    right: str
    difference: str


def read_pairs(path: str | Path) -> list[MinimalPair]:
    """The pairs in a TSV file whose first line names the columns difference, wrong and right.

    Raises:
        InputError: a line has not three fields, or the first line other names; names the line.
    """
    header, *rows = (line.split("\t") for line in read_lines(path))
    if header != ["difference", "wrong", "right"]:
        raise InputError(f"{path}:1: the columns must be difference, wrong, right; found {header}")
    for number, row in enumerate(rows, start=2):
        if len(row) != len(header):
            raise InputError(f"{path}:{number}: must have three fields, has {len(row)}")
    return [MinimalPair(wrong, right, difference) for difference, wrong, right in rows]


def reference_pairs(sentences: Iterable[tuple[str, Sequence[Edit]]]) -> Iterator[MinimalPair]:
    """Each source beside its reference, left out where they differ in case alone or not at all.

    Args:
        sentences: sources, and the edits that turn them into their references.
    """
    for source, edits in sentences:
        tokens = tokenize(source)
        wrong, right = " ".join(tokens), " ".join(apply_edits(tokens, edits))
        if wrong.lower() != right.lower():
            yield MinimalPair(wrong, right, REFERENCES)


def edit_pairs(sentences: Iterable[tuple[str, Sequence[Edit]]]) -> Iterator[MinimalPair]:
    """Each source beside itself with one edit applied, for every edit of a reference.

    The difference is the edit's error type without its operation: "VERB:SVA" for "R:VERB:SVA".
    """
    for source, edits in sentences:
        tokens = tokenize(source)
        for edit in edits:
            right = " ".join(apply_edits(tokens, [edit]))
            yield MinimalPair(" ".join(tokens), right, edit.type.split(":", 1)[-1])


def preference_shares(metric: Metric, pairs: Sequence[MinimalPair]) -> pd.DataFrame:
    """The share of pairs whose right sentence scores higher: not the same, and not missing.

    Returns:
        Columns difference, pairs, preferred, share; a row a difference in alphabetical order, and
        last, if there are edits, their sums with SPELL and ORTH and without.
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
