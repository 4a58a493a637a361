"""Claims of EXCGEC about explanations, a function each: its test on a study's results."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from gec_attribution.experiments.paper_vs_reproduction.answers import (
    NAN,
    Answer,
    Rows,
    UnaskedError,
    claim,
)
from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.printed import EXPLAINED, PRINTED

_LOWER_IS_BETTER = {"miss", "mae"}
_EACH = ("qwen", "llama", "deepseek")
_AHEAD = {
    "post_explaining": [((f"{m}-post", "own"), (f"{m}-pre", "own")) for m in _EACH],
    "chat": [((f"{m}-post", "own"), (f"{m}-base-post", "own")) for m in _EACH],
    "given_corrections": [((f"{m}-post", "reference"), (f"{m}-post", "own")) for m in _EACH],
    "given_explanations": [((f"{m}-pre", "reference"), (f"{m}-pre", "own")) for m in _EACH],
    "pipeline": [
        (("qwen-explain", "qwen-correct"), (name, "own")) for name in ("qwen-post", "qwen-pre")
    ],
    "cote": [(("qwen-post", "reference"), ("qwen-post-without-cote", "reference"))],
}
"""Pairs of an explainer and whose corrections it explains, by claim: the first is better."""


@claim("data set")
def corpus(rows: Rows) -> Answer:
    """Sentences, and edits and characters of each, as printed."""
    if rows.published not in PRINTED["corpora"]:
        raise UnaskedError("no part of EXCGEC")
    sentences, edits, characters = PRINTED["corpora"][rows.published]
    row = rows.one("corpus_statistics", group="all domains")
    same = round(row["edits"], 1) == edits and round(row["characters"], 1) == characters
    return Answer.of(
        row,
        "edits",
        holds=same and row["sentences"] == sentences,
        test="equal to the digits printed",
        found=f"{row['sentences']} sentences of {numeral(row['characters'], 1)} characters",
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
        all(won == compared for won, compared, _ in counts),
        "ahead in every measure",
        sum(won for won, *_ in counts) / sum(compared for _, compared, _ in counts),
        found="; ".join(text for *_, text in counts),
        signature=";".join(dict.fromkeys(signatures)),
    )


for _name, _pairs in _AHEAD.items():
    claim("data set", _name, pairs=_pairs)(better)


@claim("data set")
def rouge_1(rows: Rows) -> Answer:
    """ROUGE-1's correlation with people beside those of all scores."""
    values, about = _correlations(rows)
    scores = values.drop("annotators", errors="ignore")
    value = scores.get("rouge_1", NAN)
    return Answer(bool(value == scores.max()), "ROUGE-1 highest of all scores", value, **about)


@claim("data set")
def all_correlate(rows: Rows) -> Answer:
    """The least correlation of a score with people."""
    values, about = _correlations(rows)
    least = values.drop("annotators", errors="ignore").min()
    return Answer(bool(least >= 0.5), "lowest at least 0.5", least, **about)


@claim("data set")
def annotators(rows: Rows) -> Answer:
    """The correlation of annotators with each other."""
    values, about = _correlations(rows)
    if "annotators" not in values:
        raise UnaskedError("one person's ratings alone")
    return Answer(bool(values["annotators"] >= 0.9), "at least 0.9", values["annotators"], **about)


def _correlations(rows: Rows) -> tuple[pd.Series, Mapping[str, Any]]:
    """Pearson's correlation of scores of descriptions with people, over systems, and in words."""
    table = rows.of("description_ratings", level="system", statistic="pearson")
    table = table[table["measure"].isin(list(PRINTED["people"]))].dropna(subset="value")
    if table.empty:
        raise UnaskedError("too few systems to correlate")
    values = table.set_index("measure")["value"]
    listed = ", ".join(f"{name} {numeral(number, 3)}" for name, number in values.items())
    return values, {"found": listed, "signature": ";".join(dict.fromkeys(table["signature"]))}


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
    defined = [gain for gain in gains if not pd.isna(gain)]
    won = sum(gain > 0 for gain in defined)
    return won, len(defined), f"{name} ahead of {' of '.join(other)} in {won} of {len(defined)}"
