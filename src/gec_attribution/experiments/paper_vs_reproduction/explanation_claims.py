"""Claims of EXCGEC about explanations: their tests, and how each is asked of a study."""

from collections.abc import Iterable, Sequence
from functools import partial

import pandas as pd

from gec_attribution.experiments.paper_vs_reproduction.answers import (
    Answer,
    Claim,
    Rows,
)
from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.lookup import UnansweredError
from gec_attribution.tables.printed import EXPLANATION, PRINTED

Solution = tuple[str, str]
"""An explainer, and whose corrections it explains."""

_MEASURES = ["cleme_f0_5", "cherrant_f0_5", *EXPLANATION]
_LOWER_IS_BETTER = ["miss", "mae"]
_EACH = ("qwen", "llama", "deepseek", "gemma")
_PAIR = ["explainer", "system", "other_explainer", "other_system"]
# Whether each first solution is better than the second, by claim.
_AHEAD: dict[str, list[tuple[Solution, Solution]]] = {
    "post_explaining": [((f"{m}-post", "own"), (f"{m}-pre", "own")) for m in _EACH],
    "chat": [((f"{m}-post", "own"), (f"{m}-base-post", "own")) for m in _EACH],
    "given_corrections": [
        ((f"{m}-post", "reference"), (f"{m}-post", "own")) for m in _EACH
    ],
    "given_explanations": [
        ((f"{m}-pre", "reference"), (f"{m}-pre", "own")) for m in _EACH
    ],
    "pipeline": [
        ((f"{m}-explain", f"{m}-correct"), (f"{m}-{task}", "own"))
        for m in _EACH
        for task in ("post", "pre")
    ],
    "cote": [
        ((f"{m}-post", "reference"), (f"{m}-post-without-cote", "reference"))
        for m in _EACH
    ],
}


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


def better(rows: Rows, pairs: Sequence[tuple[Solution, Solution]]) -> Answer:
    """Measures in which one explainer is ahead of another, among their common ones."""
    differences = rows.of("explained_differences")
    if pairs == _AHEAD["given_explanations"]:
        # Given explanations are right by definition: what counts is the correction.
        differences = differences[
            differences["measure"].isin(["cleme_f0_5", "cherrant_f0_5"])
        ]
    gains = _gains(differences)
    asked = []
    found = []
    for first, second in pairs:
        gain = gains[(gains[_PAIR] == [*first, *second]).all(axis=1)]
        if gain.empty:
            continue
        asked.append(gain)
        names = f"{first[0]} ahead of {' of '.join(second)}"
        ahead = (gain["gain"] > 0).sum()
        surely_ahead = (gain["low"] > 0).sum()
        found.append(
            f"{names} in {ahead} of {len(gain)}, by an interval in {surely_ahead}"
        )
    if not asked:
        raise UnansweredError("none of the explainers that it compares")
    every = pd.concat(asked)
    is_ahead = every["gain"] > 0
    is_surely_ahead = every["low"] > 0
    return Answer(
        is_ahead.all(),
        float(is_ahead.mean()),
        found="; ".join(found),
        signature=_joined(every["signature"]),
        is_tested=bool(is_surely_ahead.all()),
    )


def _gains(differences: pd.DataFrame) -> pd.DataFrame:
    """Lead of the first of two solutions (`gain`), and its least (`low`), both ways round."""
    table = differences[differences["measure"].isin(_MEASURES)].dropna(
        subset="difference"
    )
    table = table.rename(columns={"difference": "gain"})
    # The other way round, the lead is what it was, with its sign and its bounds turned.
    turned = table.assign(gain=-table["gain"], low=-table["high"], high=-table["low"])
    is_lower_better = table["measure"].isin(_LOWER_IS_BETTER)
    ahead = turned.where(is_lower_better, table)
    behind = table.where(is_lower_better, turned)
    swapped = dict(zip(_PAIR, [*_PAIR[2:], *_PAIR[:2]], strict=True))
    return pd.concat([ahead, behind.rename(columns=swapped)])


def rouge_1(rows: Rows) -> Answer:
    """ROUGE-1's correlation with people beside those of all scores."""
    table = _correlations(rows)
    values = _printed_scores(table)
    highest = values.drop("annotators").max()
    return _correlated(table, values["rouge_1"], values["rouge_1"] == highest)


def all_correlate(rows: Rows) -> Answer:
    """The least correlation of a score with people."""
    table = _correlations(rows)
    least = _printed_scores(table).drop("annotators").min()
    return _correlated(table, least, least >= 0.5)


def annotators(rows: Rows) -> Answer:
    """The correlation of annotators with each other."""
    table = _correlations(rows)
    value = _printed_scores(table)["annotators"]
    if pd.isna(value):
        raise UnansweredError("one person's ratings alone")
    return _correlated(table, value, value >= 0.9)


CLAIMS = {
    "corpus": Claim(corpus, "data set", "equal to the digits printed"),
    **{
        name: Claim(partial(better, pairs=pairs), "data set", "ahead in every measure")
        for name, pairs in _AHEAD.items()
    },
    "rouge_1": Claim(rouge_1, "data set", "ROUGE-1 highest of all scores"),
    "all_correlate": Claim(all_correlate, "data set", "lowest at least 0.5"),
    "annotators": Claim(annotators, "data set", "at least 0.9"),
}
"""Question of each claim, by its name in `printed.yaml`."""


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
