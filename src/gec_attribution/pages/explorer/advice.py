"""Which metric to believe in a data set, in words."""

import math
from collections.abc import Iterator, Sequence

import pandas as pd

from gec_attribution.edits.matching import matches
from gec_attribution.formatting.numerals import numeral, with_interval
from gec_attribution.pages.explorer.columns import Corrected
from gec_attribution.pages.explorer.form import Labels


def advice_of(
    agreement: pd.DataFrame, datasets: Sequence[Corrected], labels: Labels
) -> Iterator[str]:
    """A paragraph for each data set of which it is known how often metrics agree with references.

    It names the metric that agrees most often, those whose intervals reach its own, and how often
    somebody would agree who finds every edit good, which no metric is needed for.

    Args:
        agreement: the table of the experiment of this name; of it, each metric's first method over
            all edits, by the reference that agrees best.
        datasets: the corrections of the study.
        labels: what readers call each data set, metric and method.
    """
    whole = agreement[(agreement["threshold"] == 1) & (agreement["protocol"] == "best-agreeing")]
    for dataset in datasets:
        rows = whole[whole["dataset"] == dataset.name].dropna(subset=["agreement"])
        rows = rows.drop_duplicates("metric").sort_values(
            "agreement", ascending=False, kind="stable"
        )
        if not rows.empty:
            yield _paragraph(rows, dataset, labels)


def _paragraph(rows: pd.DataFrame, dataset: Corrected, labels: Labels) -> str:
    metric, method = labels["metric"], labels["method"]
    best = rows.iloc[0]
    rest = rows.iloc[1:]
    near = rest[~(rest["high"] < best["low"])]
    far = rest[rest["high"] < best["low"]]
    constant = _agreement_of_praise(dataset)
    leader = metric[best["metric"]]
    text = (
        f"{dataset.label}: by {method[best['method']]}, {leader} agrees with the references on "
        f"{_number(best)} of {best['edits']:,} edits"
    )
    text += ", more often than any other metric." if len(rest) else "."
    for names, what in ((near, "Maybe as good, since their intervals meet"), (far, "Less often")):
        if len(names):
            text += f" {what}: "
            text += ", ".join(f"{metric[row.metric]} {_number(row)}" for row in names.itertuples())
            text += "."
    text += f" Whoever finds every edit good agrees on {numeral(constant, 2)}: "
    if best["low"] > constant:
        return f"{text}{leader} knows more than that."
    return f"{text}it is not shown that {leader} knows more, so read its judgements one by one."


def _number(row: pd.Series) -> str:
    return with_interval(row.agreement, row.low, row.high, 2)


def _agreement_of_praise(dataset: Corrected) -> float:
    """How often every edit being good agrees with the reference that agrees best with it.

    As in the experiment, of corrections with two edits or more.
    """
    agreeing = edits = 0
    for number, correction in enumerate(dataset.edits):
        references = dataset.references_of(number // len(dataset.systems) + 1)
        if len(correction) > 1:
            edits += len(correction)
            agreeing += max(int(matches(correction, own).sum()) for own in references)
    return agreeing / edits if edits else math.nan
