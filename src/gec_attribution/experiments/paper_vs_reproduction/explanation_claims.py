"""Claims of EXCGEC about explanations, and a function that asks each of a study's results."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.experiments.paper_vs_reproduction.answers import (
    Answer,
    Rows,
    UnaskedError,
    claim,
)
from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.printed import EXPLANATION, PRINTED

_SIGNS = pd.Series(
    {
        measure: -1 if measure in ("miss", "mae") else 1
        for measure in ("cleme_f0_5", "cherrant_f0_5", *EXPLANATION)
    }
)
"""Measures by which explainers are compared; −1 where lower is better."""
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


@claim("data set", "equal to the digits printed")
def corpus(rows: Rows) -> Answer:
    """Sentences, and edits and characters of each, as printed."""
    if rows.published not in PRINTED["corpora"]:
        raise UnaskedError("no part of EXCGEC")
    row = rows.one("corpus_statistics", group="all domains")
    counted = [row["sentences"], round(row["edits"], 1), round(row["characters"], 1)]
    found = f"{row['sentences']} sentences of {numeral(row['characters'], 1)} characters"
    return Answer.of(row, "edits", counted == PRINTED["corpora"][rows.published], found)


def better(rows: Rows, pairs: Sequence[tuple[tuple[str, str], tuple[str, str]]]) -> Answer:
    """Measures in which one explainer is ahead of another, among their common ones."""
    table = rows.of("explained_systems").set_index(["explainer", "system"])
    scores = table[list(_SIGNS.index)] * _SIGNS
    gains, found, signatures = [], [], []
    for first, second in pairs:
        if first in scores.index and second in scores.index:
            gain = (scores.loc[first] - scores.loc[second]).dropna()
            ahead = f"{first[0]} ahead of {' of '.join(second)}"
            found.append(f"{ahead} in {(gain > 0).sum()} of {len(gain)}")
            signatures += table.loc[[first, second], "signature"].to_list()
            gains += gain.to_list()
    if not gains:
        raise UnaskedError("none of the explainers that it compares")
    share = np.mean([gain > 0 for gain in gains])
    return Answer(share == 1, share, found="; ".join(found), signature=_joined(signatures))


for _name, _pairs in _AHEAD.items():
    claim("data set", "ahead in every measure", name=_name, pairs=_pairs)(better)


@claim("data set", "ROUGE-1 highest of all scores")
def rouge_1(rows: Rows) -> Answer:
    """ROUGE-1's correlation with people beside those of all scores."""
    values, about = _correlations(rows)
    highest = values.drop("annotators").max()
    return Answer(values["rouge_1"] == highest, values["rouge_1"], **about)


@claim("data set", "lowest at least 0.5")
def all_correlate(rows: Rows) -> Answer:
    """The least correlation of a score with people."""
    values, about = _correlations(rows)
    least = values.drop("annotators").min()
    return Answer(least >= 0.5, least, **about)


@claim("data set", "at least 0.9")
def annotators(rows: Rows) -> Answer:
    """The correlation of annotators with each other."""
    values, about = _correlations(rows)
    if pd.isna(values["annotators"]):
        raise UnaskedError("one person's ratings alone")
    return Answer(values["annotators"] >= 0.9, values["annotators"], **about)


def _correlations(rows: Rows) -> tuple[pd.Series, dict[str, Any]]:
    """Pearson's correlation of each printed score with people, over systems, and in words."""
    table = rows.of("description_ratings", level="system", statistic="pearson")
    table = table[table["measure"].isin(list(PRINTED["people"]))].dropna(subset="value")
    if table.empty:
        raise UnaskedError("too few systems to correlate")
    values = table.set_index("measure")["value"]
    found = ", ".join(f"{name} {numeral(number, 3)}" for name, number in values.items())
    about = {"found": found, "signature": _joined(table["signature"])}
    return values.reindex(list(PRINTED["people"])), about


def _joined(signatures: Iterable[str]) -> str:
    return ";".join(dict.fromkeys(signatures))
