"""Claims of EXCGEC about explanations: their tests, and how each is asked of a study."""

from collections.abc import Iterable, Sequence

import pandas as pd

from gec_attribution.experiments.paper_vs_reproduction.answers import (
    Answer,
    Claims,
    Rows,
)
from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.lookup import UnansweredError
from gec_attribution.tables.printed import EXPLANATION, PRINTED

CLAIMS = Claims()

_CORRECTION = ["cleme_f0_5", "cherrant_f0_5"]
_LOWER_IS_BETTER = ["miss", "mae"]
_MODELS = ("qwen", "llama", "deepseek", "gemma")
_PAIR = ["explainer", "system", "other_explainer", "other_system"]
_AHEAD = "ahead in every measure"


@CLAIMS.add("corpus", "data set", "equal to the digits printed")
def corpus(rows: Rows) -> Answer:
    """Sentences, and edits and characters of each, as printed."""
    printed = PRINTED["corpora"].get(rows.published)
    if printed is None:
        raise UnansweredError("no part of EXCGEC")
    row = rows.one("corpus_statistics", group="all domains")
    sentences = row["sentences"]
    if sentences < printed[0]:
        raise UnansweredError("a part of it alone")
    counted = [sentences, round(row["edits"], 1), round(row["characters"], 1)]
    found = f"{sentences} sentences of {numeral(row['characters'], 1)} characters"
    return Answer.of(row, "edits", counted == printed, found)


@CLAIMS.add(
    "post_explaining", "data set", _AHEAD, pairs=["MODEL-post own MODEL-pre own"]
)
@CLAIMS.add("chat", "data set", _AHEAD, pairs=["MODEL-post own MODEL-base-post own"])
@CLAIMS.add(
    "given_corrections",
    "data set",
    _AHEAD,
    pairs=["MODEL-post reference MODEL-post own"],
)
# Given explanations are right by definition: what counts is the correction.
@CLAIMS.add(
    "given_explanations",
    "data set",
    _AHEAD,
    pairs=["MODEL-pre reference MODEL-pre own"],
    measures=_CORRECTION,
)
@CLAIMS.add(
    "pipeline",
    "data set",
    _AHEAD,
    pairs=[
        "MODEL-explain MODEL-correct MODEL-post own",
        "MODEL-explain MODEL-correct MODEL-pre own",
    ],
)
@CLAIMS.add(
    "cote",
    "data set",
    _AHEAD,
    pairs=["MODEL-post reference MODEL-post-without-cote reference"],
)
def better(
    rows: Rows,
    pairs: Sequence[str],
    measures: Sequence[str] = (*_CORRECTION, *EXPLANATION),
) -> Answer:
    """Measures in which one explainer is ahead of another, among their common ones.

    Args:
        rows: results of a study.
        pairs: each with an explainer, whose corrections it explains, and the same of the explainer
            that it should be ahead of; MODEL stands for the name of each model.
        measures: names of the measures.
    """
    gains = _gains(rows.of("explained_differences"), measures)
    compared = []
    found = []
    for model in _MODELS:
        for pair in pairs:
            names = pair.replace("MODEL", model).split()
            gain = gains[(gains[_PAIR] == names).all(axis=1)]
            if gain.empty:
                continue
            compared.append(gain)
            ahead = (gain["gain"] > 0).sum()
            surely_ahead = (gain["low"] > 0).sum()
            found.append(
                f"{names[0]} ahead of {names[2]} of {names[3]} in {ahead} of {len(gain)}, "
                f"by an interval in {surely_ahead}"
            )
    if not compared:
        raise UnansweredError("none of the explainers that it compares")
    every = pd.concat(compared)
    is_ahead = every["gain"] > 0
    return Answer(
        is_ahead.all(),
        float(is_ahead.mean()),
        found="; ".join(found),
        signature=_joined(every["signature"]),
        is_tested=bool((every["low"] > 0).all()),
    )


def _gains(differences: pd.DataFrame, measures: Sequence[str]) -> pd.DataFrame:
    """Lead of the first of two explainers (`gain`), and its least (`low`), both ways round."""
    table = differences[differences["measure"].isin(measures)]
    table = table.dropna(subset="difference").rename(columns={"difference": "gain"})
    # The other way round, the sign of the lead changes, and its bounds change places.
    turned = table.assign(gain=-table["gain"], low=-table["high"], high=-table["low"])
    is_lower_better = table["measure"].isin(_LOWER_IS_BETTER)
    ahead = turned.where(is_lower_better, table)
    behind = table.where(is_lower_better, turned)
    swapped = dict(zip(_PAIR, [*_PAIR[2:], *_PAIR[:2]], strict=True))
    return pd.concat([ahead, behind.rename(columns=swapped)])


@CLAIMS.add("rouge_1", "data set", "ROUGE-1 highest of all scores")
def rouge_1(rows: Rows) -> Answer:
    """ROUGE-1's correlation with people beside those of all scores."""
    table = _correlations(rows)
    values = _printed_scores(table)
    highest = values.drop("annotators").max()
    return _correlated(table, values["rouge_1"], values["rouge_1"] == highest)


@CLAIMS.add("all_correlate", "data set", "lowest at least 0.5")
def all_correlate(rows: Rows) -> Answer:
    """The least correlation of a score with people."""
    table = _correlations(rows)
    least = _printed_scores(table).drop("annotators").min()
    return _correlated(table, least, least >= 0.5)


@CLAIMS.add("annotators", "data set", "at least 0.9")
def annotators(rows: Rows) -> Answer:
    """The correlation of annotators with each other."""
    table = _correlations(rows)
    value = _printed_scores(table)["annotators"]
    if pd.isna(value):
        raise UnansweredError("one person's ratings alone")
    return _correlated(table, value, value >= 0.9)


def _correlations(rows: Rows) -> pd.DataFrame:
    """Pearson's correlations with people, over systems, of the printed scores."""
    table = rows.of("description_ratings", level="system", statistic="pearson")
    table = table[table["measure"].isin(list(PRINTED["people"]))].dropna(subset="value")
    if table.empty:
        raise UnansweredError("too few systems to correlate")
    return table


def _printed_scores(table: pd.DataFrame) -> pd.Series:
    """The correlation of each printed score; NaN where a study has none."""
    return table.set_index("measure")["value"].reindex(list(PRINTED["people"]))


def _correlated(table: pd.DataFrame, value: float, holds: bool) -> Answer:
    """Answer with one of the correlations of a table; the others are further findings."""
    each = zip(table["measure"], table["value"], strict=True)
    found = ", ".join(f"{name} {numeral(number, 3)}" for name, number in each)
    return Answer(holds, value, found=found, signature=_joined(table["signature"]))


def _joined(signatures: Iterable[str]) -> str:
    return ";".join(dict.fromkeys(signatures))
