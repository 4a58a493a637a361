"""Claims of EXCGEC about explanations, a function each: its test on a study's results."""

from collections.abc import Callable, Sequence

import pandas as pd

from gec_attribution.experiments.paper_vs_reproduction.answers import (
    NAN,
    Answer,
    Rows,
    UnaskedError,
)
from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.printed import EXPLAINED, PRINTED

_LOWER_IS_BETTER = {"miss", "mae"}


def corpus(rows: Rows) -> Answer:
    """Sentences, and edits and characters of each, as printed."""
    if rows.published not in PRINTED["corpora"]:
        raise UnaskedError("no part of EXCGEC")
    sentences, edits, characters = PRINTED["corpora"][rows.published]
    row = rows.one("corpus_statistics", group="all domains")
    same = round(row.edits, 1) == edits and round(row.characters, 1) == characters
    return Answer(
        same and row.sentences == sentences,
        "equal to the digits printed",
        *(row.edits, row.edits_low, row.edits_high),
        f"{row.sentences} sentences of {numeral(row.characters, 1)} characters",
        row.signature,
    )


def better(rows: Rows, pairs: Sequence[tuple[tuple[str, str], tuple[str, str]]]) -> Answer:
    """Measures in which one explainer is ahead of another, among their common ones."""
    table = rows.of("explained_systems")
    scores = {(r["explainer"], r["system"]): r for _, r in table.iterrows()}
    counts, signatures = [], []
    for first, second in pairs:
        if first in scores and second in scores:
            counts.append(_ahead(scores[first], scores[second], first[0], second))
            signatures += [scores[first]["signature"], scores[second]["signature"]]
    if not counts:
        raise UnaskedError("none of the explainers that it compares")
    return Answer(
        all(won == known for won, known, _ in counts),
        "ahead in every measure",
        sum(won for won, *_ in counts) / sum(known for _, known, _ in counts),
        found="; ".join(text for *_, text in counts),
        signature=";".join(dict.fromkeys(signatures)),
    )


def correlates(rows: Rows, test: str, holds: Callable[[pd.Series], tuple[bool, float]]) -> Answer:
    """Pearson's correlation of scores of descriptions with people, over systems."""
    table = rows.of("description_ratings", level="system", statistic="pearson")
    table = table[table["measure"].isin(list(PRINTED["people"]))].dropna(subset="value")
    if table.empty:
        raise UnaskedError("too few systems to correlate")
    values = table.set_index("measure")["value"]
    said, value = holds(values)
    listed = ", ".join(f"{name} {numeral(number, 3)}" for name, number in values.items())
    signature = ";".join(dict.fromkeys(table["signature"]))
    return Answer(said, test, value, found=listed, signature=signature)


def best(values: pd.Series) -> tuple[bool, float]:
    """Whether ROUGE-1 is the highest of all scores, and its value."""
    scores = values.drop("annotators", errors="ignore")
    return bool(scores.get("rouge_1", NAN) == scores.max()), scores.get("rouge_1", NAN)


def all_high(values: pd.Series) -> tuple[bool, float]:
    """Whether all scores are at least 0.5, and the least."""
    least = values.drop("annotators", errors="ignore").min()
    return bool(least >= 0.5), least


def annotators(values: pd.Series) -> tuple[bool, float]:
    """Whether annotators correlate by at least 0.9, and their value."""
    if "annotators" not in values:
        raise UnaskedError("one person's ratings alone")
    return bool(values["annotators"] >= 0.9), values["annotators"]


def _ahead(
    higher: pd.Series, lower: pd.Series, name: str, other: tuple[str, str]
) -> tuple[int, int, str]:
    """Measures in which one row of the paper is ahead, common measures, and both in words."""
    printed = [row.scores for row in EXPLAINED]
    names = dict.fromkeys(measure for scores in printed for measure in scores)
    gains = [
        (higher[measure] - lower[measure]) * (-1 if measure in _LOWER_IS_BETTER else 1)
        for measure in names
        if not measure.endswith(("_precision", "_recall"))
    ]
    known = [gain for gain in gains if not pd.isna(gain)]
    won = sum(gain > 0 for gain in known)
    return won, len(known), f"{name} ahead of {' of '.join(other)} in {won} of {len(known)}"
