"""Claims of Goto et al. about attributions, a function each: its test on a study's results."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pandas as pd

from gec_attribution.experiments.paper_vs_reproduction.answers import (
    ALL_EDITS,
    IMPARA,
    PPL,
    SOME,
    TITLES,
    Answer,
    Rows,
    UnaskedError,
    claim,
)
from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.printed import PRINTED

_MODEL, _OTHERS = "gpt-4o-mini", ("gector", "gector-2024", "bart", "t5")


@claim("data set")
def covered(rows: Rows) -> Answer:
    """At least 97 % of every system's sentences have at most ten edits."""
    # Where no sentence has so many edits, the last row is of all sentences.
    table = rows.of("edit_counts", edits=min(10, rows.of("edit_counts")["edits"].max()))
    least = table.loc[table["ratio"].idxmin()]
    return Answer.of(
        least,
        "ratio",
        holds=least["ratio"] > 0.97,
        test="smallest share of a system above 97 %",
        found=f"least: {least['system']}",
    )


@claim("data set")
def beyond(rows: Rows) -> Answer:
    """Share of all systems' sentences with more than eleven edits."""
    table = rows.of("edit_counts")
    share = table.loc[table["edits"] > 11, "sentences"].sum() / table["sentences"].sum()
    return Answer(
        0.025 <= share < 0.035, "2.5 to 3.5 %", share, signature=table["signature"].iloc[0]
    )


@claim("metric")
def consistent(rows: Rows) -> Answer:
    """The least lead of Shapley values over Add and Sub, in three measures of consistency."""
    measures = ["sign_agreement", "pearson", "spearman"]
    table = rows.leads("consistency_differences", measure=measures)
    ahead, least = (table["low"] > 0).sum(), table.loc[table["difference"].idxmin()]
    return Answer.of(
        least,
        "difference",
        holds=ahead == len(table),
        test="sign agreement, Pearson and Spearman minus those of Add and of Sub, all above 0",
        found=f"least: {least['measure']} beside {least['other_method']}; above 0 in {ahead} of "
        f"{len(table)}",
    )


@claim("set", "sub_spearman", measure="spearman")
@claim("set", "sub_pearson", measure="pearson")
def sub_drops(rows: Rows, measure: str) -> Answer:
    """Shapley values' correlation minus Sub's, under the metric where it is largest."""
    table = rows.of(
        "consistency_differences",
        metric=list(rows.models.values()),
        method="shapley",
        other_method="sub",
        measure=measure,
    )
    most = table.loc[table["difference"].idxmax()]
    kind = next(kind for kind, name in rows.models.items() if name == most["metric"])
    return Answer.of(
        most,
        "difference",
        holds=most["low"] > 0,
        test="largest difference Shapley − Sub above 0",
        found=f"under {TITLES[kind]}",
    )


@claim("metric")
def seventy(rows: Rows) -> Answer:
    """Agreement of the signs of all edits with the reference that agrees most."""
    row = rows.agreement(rows.metric)
    return Answer.of(
        row,
        "agreement",
        holds=0.65 <= row["agreement"] < 0.75,
        test="65 to 75 %",
        found=f"calling every edit right: {numeral(row['constant'], 3)}",
    )


@claim("metric")
def larger(rows: Rows) -> Answer:
    """Probability of more |φ| for an agreeing edit than for another, by number of edits."""
    row = rows.agreement(rows.metric)
    test = "an edit that agrees has the larger share, among sentences of as many edits, above 50 %"
    return Answer.of(row, "larger", holds=row["larger_low"] > 0.5, test=test)


@claim("metric")
def never_worst(rows: Rows) -> Answer:
    """Agreement under Shapley values minus that under the worse of Add and Sub."""
    table = rows.leads("agreement_differences", **ALL_EDITS)
    most = table.loc[table["difference"].idxmax()]
    return Answer.of(
        most,
        "difference",
        holds=most["difference"] > 0,
        test="agreement minus that of the worse of Add and Sub above 0",
        found=f"worse: {most['other_method']}",
    )


@claim("set")
def agreement_order(rows: Rows) -> Answer:
    """PPL before SOME before IMPARA in agreement."""
    table = rows.of("agreement_differences", method="shapley", **ALL_EDITS)
    return _ordered(rows, table, (PPL, SOME, IMPARA), _agreement(rows))


@claim("set", order=(PPL, SOME, IMPARA))
@claim("set", "ranking_order_minimal", order=(PPL, IMPARA, SOME))
def ranking_order(rows: Rows, order: Sequence[str]) -> Answer:
    """Metrics in an order by accuracy in the meta-evaluation."""
    table = rows.of("meta_evaluation_differences", measure="accuracy")
    return _ordered(rows, table, order, _accuracy(rows))


@claim("set", "fluency_edits", same=True)
@claim("set", "minimal_edits", same=False)
def same_order(rows: Rows, *, same: bool) -> Answer:
    """Whether agreement orders the metrics as the meta-evaluation does."""
    values = _agreement(rows), _accuracy(rows)
    orders = [sorted(of, key=of.__getitem__, reverse=True) for of in values]
    by_agreement, by_accuracy = (", ".join(TITLES[kind] for kind in order) for order in orders)
    return Answer(
        (orders[0] == orders[1]) == same,
        f"point values in {'one order' if same else 'two orders'}",
        found=f"agreement: {by_agreement}; meta-evaluation: {by_accuracy}",
    )


@claim("metric", kinds=(IMPARA,))
def table_1(rows: Rows) -> Answer:
    """φ of the example's six edits as printed."""
    table, printed = _example(rows, rows.metric), PRINTED["case"]["phi"]
    if len(table) != len(printed):
        raise UnaskedError(f"the example has {len(table)} edits, not {len(printed)}")
    apart = (table["phi"] - printed).abs().max()
    signs = ((table["phi"] > 0) == [phi > 0 for phi in printed]).sum()
    return Answer(
        bool(apart < 0.005),
        "largest distance to the printed φ below 0.005",
        apart,
        found=f"the same sign in {signs} of {len(printed)} edits",
        signature=table["signature"].iloc[0],
    )


@claim("set")
def u_to_you(rows: Rows) -> Answer:
    """Sign of φ of u → you; of IMPARA the lowest of all."""
    tables = {kind: _example(rows, name) for kind, name in rows.models.items()}
    phi = {k: float(t.loc[t["source"] == "u", "phi"].iloc[0]) for k, t in tables.items()}
    lowest = phi[IMPARA] < 0 and phi[IMPARA] == tables[IMPARA]["phi"].min()
    return Answer(
        lowest and phi[SOME] > 0 and phi[PPL] > 0,
        "φ lowest and negative under IMPARA, positive under SOME and PPL",
        phi[IMPARA],
        found=_listed(phi, 4),
        signature=tables[IMPARA]["signature"].iloc[0],
    )


@claim("set")
def comma(rows: Rows) -> Answer:
    """φ and share of an inserted comma under SOME and IMPARA: where φ differs least."""
    some, impara = (
        table[table["correction"] == ","].reset_index(drop=True)
        for table in (_example(rows, rows.models[kind]) for kind in (SOME, IMPARA))
    )
    phi, share = ((some[column] - impara[column]).abs() for column in ("phi", "phi_normalised"))
    at = phi.idxmin()
    return Answer(
        bool(phi[at] < 0.01 and share[at] > 0.01),
        "φ less than 0.01 apart, shares of Σ|φ| more",
        phi[at],
        found=f"shares {numeral(share[at], 3)} apart",
        signature=some["signature"].iloc[0],
    )


@claim("data set")
def table_2(_: Rows) -> Answer:
    """Nothing: the cells are missing from the paper's text."""
    raise UnaskedError("the text of the paper that this was written from lacks the table's cells")


@claim("metric", estimator="shapley_sampling")
@claim("metric", "sampling_error_of_code", estimator="official_sampling")
def sampling_error(rows: Rows, estimator: str) -> Answer:
    """Mean error of 64 permutations over the mean |φ|."""
    (kind,) = rows.models
    row = rows.one(
        "estimators", metric=rows.metric, estimator=estimator, of_edits="all", permutations=64
    )
    # Without an interval the value decides.
    low, high = row[["error_low", "error_high"]].fillna(row["error"])
    return Answer.of(
        row,
        "error",
        holds=low > 1 if kind == IMPARA else high < 1,
        test=f"error over mean |φ| {'above' if kind == IMPARA else 'below'} 1",
        found=f"{row['sentences']} sentences",
    )


@claim("metric")
def orthography(rows: Rows) -> Answer:
    """Mean share of edits of orthography, beside that of all other edits."""
    table = rows.of("bias", metric=rows.metric)
    of_orthography = rows.one("bias", metric=rows.metric, type="ORTH")
    other_types = table[table["type"] != "ORTH"]
    mean = (other_types["mean"] * other_types["edits"]).sum() / other_types["edits"].sum()
    return Answer.of(
        of_orthography,
        "mean",
        holds=of_orthography["high"] < mean,
        test="mean normalised φ below that of the other types",
        found=f"others: {numeral(mean, 3)}",
    )


@claim("metric", kinds=(SOME,))
def highest(rows: Rows) -> Answer:
    """GPT-4o mini's mean score minus the highest of the others."""
    table = rows.of("precision", metric=rows.metric, system=[_MODEL, *_OTHERS])
    scores = table.groupby("system")["corpus_score"].first()
    if _MODEL not in scores:
        raise UnaskedError(f"no system {_MODEL} in precision")
    second = scores.drop(_MODEL)
    return Answer(
        bool(scores[_MODEL] > second.max()),
        "mean score minus the highest of the others above 0",
        scores[_MODEL] - second.max(),
        found=f"{numeral(scores[_MODEL], 4)}; {second.idxmax()} {numeral(second.max(), 4)}",
        signature=table["signature"].iloc[0],
    )


@claim("metric", kinds=(SOME,))
def adverbs(rows: Rows) -> Answer:
    """Types of error in which GPT-4o mini's precision is furthest above the others' mean."""
    precision = _precision(rows)
    lead = (precision.loc[_MODEL] - precision.drop(_MODEL).mean()).sort_values(ascending=False)
    if not {"ADV", "ORTH"} <= set(lead.index):
        raise UnaskedError("too few edits of ADV or ORTH")
    first = ", ".join(f"{name} {numeral(lead[name], 2, signed=True)}" for name in lead.index[:2])
    return Answer(
        set(lead.index[:2]) == {"ADV", "ORTH"},
        "precision minus the mean of the others largest in ADV and ORTH",
        lead[["ADV", "ORTH"]].min(),
        found=f"largest: {first}",
    )


@claim("metric", kinds=(SOME,))
def precise(rows: Rows) -> Answer:
    """Number of error types in which each system is the most precise."""
    precision = _precision(rows)
    first = precision.dropna(axis=1, how="all").idxmax().value_counts()
    most_of_others = first.drop("t5", errors="ignore").max()
    return Answer(
        bool(first.get("t5", 0) > (0 if pd.isna(most_of_others) else most_of_others)),
        "the most precise in more types than any other",
        float(first.get("t5", 0)),
        found=", ".join(f"{system} {count}" for system, count in first.items()),
    )


@claim("metric", kinds=(SOME,))
def overcorrects(rows: Rows) -> Answer:
    """GPT-4o mini's mean precision over error types minus T5's; it makes most edits."""
    means = _precision(rows).mean(axis=1)
    table = rows.of("edit_counts", system=[_MODEL, *_OTHERS])
    made = (table["edits"] * table["sentences"]).groupby(table["system"]).sum()
    return Answer(
        bool(made.idxmax() == _MODEL and means[_MODEL] < means["t5"]),
        "most edits of all, and mean precision over types minus T5's below 0",
        means[_MODEL] - means["t5"],
        found=f"most edits: {made.idxmax()}",
        signature=rows.of("precision", metric=rows.metric)["signature"].iloc[0],
    )


def _ordered(
    rows: Rows, table: pd.DataFrame, order: Sequence[str], values: Mapping[str, float]
) -> Answer:
    """The lesser of the two differences between metrics in an order."""
    steps = []
    for first, second in pairwise(order):
        pair = [rows.models[first], rows.models[second]]
        row = table[table["metric"].isin(pair) & table["other_metric"].isin(pair)]
        row = row[row["metric"] != row["other_metric"]].iloc[0]
        value, low, high = row[["difference", "low", "high"]]
        # The study's order of the two may be the other one.
        forward = row["metric"] == pair[0]
        steps.append((value, low, high) if forward else (-value, -high, -low))
    least = min(steps)
    return Answer(
        all(low > 0 for _, low, _ in steps),
        f"{', '.join(TITLES[kind] for kind in order)}: each minus the next above 0",
        *least,
        _listed(values, 3),
        table["signature"].iloc[0],
    )


def _example(rows: Rows, metric: str) -> pd.DataFrame:
    """The edits of the paper's example under a metric."""
    table = rows.of("case_study", metric=metric, system=PRINTED["case"]["system"])
    table = table[table["type"].fillna("") != ""].reset_index(drop=True).fillna({"source": ""})
    if "u" not in set(table["source"]):
        raise UnaskedError("the case study shows another sentence")
    return table


def _precision(rows: Rows) -> pd.DataFrame:
    """Precision by system and type of error."""
    table = rows.of("precision", metric=rows.metric)
    wide = table.pivot_table(index="system", columns="type", values="precision")
    if not {_MODEL, *_OTHERS} <= set(wide.index):
        raise UnaskedError("not the paper's five systems")
    return wide.loc[[_MODEL, *_OTHERS]]


def _agreement(rows: Rows) -> dict[str, float]:
    """Agreement of each metric with the references, by its type."""
    return {kind: rows.agreement(name)["agreement"] for kind, name in rows.models.items()}


def _accuracy(rows: Rows) -> dict[str, float]:
    """Accuracy of each metric in the meta-evaluation, by its type."""
    return {k: rows.one("meta_evaluation", metric=m)["accuracy"] for k, m in rows.models.items()}


def _listed(values: Mapping[str, float], digits: int) -> str:
    return ", ".join(f"{TITLES[kind]} {numeral(value, digits)}" for kind, value in values.items())
