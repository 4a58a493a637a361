"""Claims of Goto et al. about attributions, and a function that asks each of a study's results."""

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
from gec_attribution.formatting.numerals import numeral, with_interval
from gec_attribution.statistics.bootstrap import SIGNIFICANCE
from gec_attribution.tables.printed import PRINTED

# Number of edits above which exact values take too long, by the paper.
_RAPID = 11
_MODEL, _OTHERS = "gpt-4o-mini", ("gector", "gector-2024", "bart", "t5")


@claim("data set", "smallest share of a system above 97 %")
def covered(rows: Rows) -> Answer:
    """At least 97 % of every system's sentences have at most ten edits."""
    # Where no sentence has so many edits, the last row is of all sentences.
    table = rows.of("edit_counts", edits=min(10, rows.of("edit_counts")["edits"].max()))
    least = table.loc[table["ratio"].idxmin()]
    return Answer.of(least, "ratio", least["ratio"] > 0.97, f"least: {least['system']}")


@claim("data set", "2.5 to 3.5 %")
def beyond(rows: Rows) -> Answer:
    """Share of all systems' sentences with more than eleven edits."""
    table = rows.of("edit_counts")
    share = table.loc[table["edits"] > 11, "sentences"].sum() / table["sentences"].sum()
    return Answer(0.025 <= share < 0.035, share, signature=table["signature"].iloc[0])


@claim("data set", "no sentence has more than the printed number", printed=14)
def most_edits(rows: Rows, printed: int) -> Answer:
    """The most edits of a sentence by GECToR, whose corrections the slides are about."""
    table = rows.of("edit_counts", system="gector")
    row = table[table["sentences"] > 0].iloc[-1]
    found = f"{row['sentences']} sentences of so many"
    return Answer(row["edits"] <= printed, row["edits"], found=found, signature=row["signature"])


_LEADS = "sign agreement, Pearson and Spearman minus those of Add and of Sub, all above 0"


@claim("metric", _LEADS, name="consistent", result="consistency_differences")
@claim("metric", _LEADS, name="granularity", result="consistency_chunks_differences")
def leads_in_consistency(rows: Rows, result: str) -> Answer:
    """The least lead of Shapley values over Add and Sub, in three measures of consistency."""
    measures = ["sign_agreement", "pearson", "spearman"]
    table = rows.leads(result, measure=measures)
    ahead, least = (table["low"] > 0).sum(), table.loc[table["difference"].idxmin()]
    found = f"least: {least['measure']} beside {least['other_method']}; "
    found += f"above 0 in {ahead} of {len(table)}"
    return Answer.of(least, "difference", ahead == len(table), found)


_SUB_DROPS = "largest difference Shapley − Sub above 0, by Holm's correction"


@claim("set", _SUB_DROPS, name="sub_spearman", measure="spearman")
@claim("set", _SUB_DROPS, name="sub_pearson", measure="pearson")
def sub_drops(rows: Rows, measure: str) -> Answer:
    """Shapley values' correlation minus Sub's, under the metric where it is largest."""
    kinds = {name: kind for kind, name in rows.models.items()}
    compared = {"metric": list(kinds), "method": "shapley", "other_method": "sub"}
    table = rows.of("consistency_differences", **compared, measure=measure)
    most = table.loc[table["difference"].idxmax()]
    found = f"under {TITLES[kinds[most['metric']]]}"
    return Answer.of(most, "difference", _is_above(most), found)


@claim("metric", "65 to 75 %")
def seventy(rows: Rows) -> Answer:
    """Agreement of the signs of all edits with the reference that agrees most."""
    row = rows.agreement(rows.metric)
    lead = with_interval(row["lead"], row["lead_low"], row["lead_high"], 3, signed=True)
    found = f"every edit called right: {numeral(row['constant'], 3)}, difference {lead}"
    return Answer.of(row, "agreement", 0.65 <= row["agreement"] < 0.75, found)


@claim(
    "metric",
    "an edit that agrees has the larger share, among sentences of as many edits, above 50 %",
)
def larger(rows: Rows) -> Answer:
    """Probability of more |φ| for an agreeing edit than for another, by number of edits."""
    row = rows.agreement(rows.metric)
    return Answer.of(row, "larger", row["larger_low"] > 0.5)


@claim("metric", "agreement minus that of the worse of Add and Sub above 0, by Holm's correction")
def never_worst(rows: Rows) -> Answer:
    """Agreement under Shapley values minus that under the worse of Add and Sub."""
    table = rows.leads("agreement_differences", **ALL_EDITS)
    most = table.loc[table["difference"].idxmax()]
    return Answer.of(most, "difference", _is_above(most), f"worse: {most['other_method']}")


@claim("metric", kinds=(SOME, IMPARA))
def method_order(rows: Rows) -> Answer:
    """The lesser of two leads in agreement: of the printed first method, and over the last."""
    ((kind, _),) = rows.models.items()
    first, last = ("add", "sub") if kind == SOME else ("sub", "add")
    table = rows.leads("agreement_differences", **ALL_EDITS).set_index("other_method")
    # Shapley values are between the two.
    ahead, behind = table.loc[last], table.loc[first]
    value = min(ahead["difference"], -behind["difference"])
    found = f"Shapley − {last} {numeral(ahead['difference'], 3, signed=True)}, "
    found += f"Shapley − {first} {numeral(behind['difference'], 3, signed=True)}"
    holds = ahead["low"] > 0 and behind["high"] < 0
    test = f"{first}, Shapley, {last}: each minus the next above 0"
    signature = ahead["signature"]
    return Answer(holds, value, found=found, signature=signature, test=test, is_tested=True)


@claim("set", "PPL, SOME, IMPARA: each minus the next above 0")
def agreement_order(rows: Rows) -> Answer:
    """PPL before SOME before IMPARA in agreement."""
    table = rows.of("agreement_differences", method="shapley", **ALL_EDITS)
    return _ordered(rows, table, (PPL, SOME, IMPARA), _agreement(rows))


@claim("set", "PPL, SOME, IMPARA: each minus the next above 0", order=(PPL, SOME, IMPARA))
@claim(
    "set",
    "PPL, IMPARA, SOME: each minus the next above 0",
    name="ranking_order_minimal",
    order=(PPL, IMPARA, SOME),
)
def ranking_order(rows: Rows, order: Sequence[str]) -> Answer:
    """Metrics in an order by accuracy in the meta-evaluation."""
    table = rows.of("meta_evaluation_differences", measure="accuracy")
    return _ordered(rows, table, order, _accuracy(rows))


@claim("set", "of each two metrics, the same one is ahead in both", name="fluency_edits", same=True)
@claim("set", "of two metrics, one is ahead in each", name="minimal_edits", same=False)
def same_order(rows: Rows, *, same: bool) -> Answer:
    """Whether agreement orders the metrics as the meta-evaluation does, by intervals."""
    by_agreement, by_accuracy = (
        ", ".join(TITLES[kind] for kind in sorted(values, key=values.__getitem__, reverse=True))
        for values in (_agreement(rows), _accuracy(rows))
    )
    found = f"agreement: {by_agreement}; meta-evaluation: {by_accuracy}"
    of_agreement = rows.signs("agreement_differences", method="shapley", **ALL_EDITS)
    of_accuracy = rows.signs("meta_evaluation_differences", measure="accuracy")
    models = set(rows.models.values())
    products = [
        of_agreement[pair] * of_accuracy[pair]
        for pair in of_agreement.keys() & of_accuracy.keys()
        if models.issuperset(pair)
    ]
    holds = all(product > 0 for product in products) if same else min(products) < 0
    return Answer(holds, found=found, is_tested=True)


@claim("metric", "largest distance to the printed φ below 0.005", kinds=(IMPARA,))
def table_1(rows: Rows) -> Answer:
    """φ of the example's six edits as printed."""
    table, printed = _example(rows, rows.metric), PRINTED["case"]["phi"]
    if len(table) != len(printed):
        raise UnaskedError(f"the example has {len(table)} edits, not {len(printed)}")
    apart = (table["phi"] - printed).abs().max()
    signs = ((table["phi"] > 0) == [phi > 0 for phi in printed]).sum()
    found = f"the same sign in {signs} of {len(printed)} edits"
    return Answer(apart < 0.005, apart, found=found, signature=table["signature"].iloc[0])


@claim("set", "φ lowest and negative under IMPARA, positive under SOME and PPL")
def u_to_you(rows: Rows) -> Answer:
    """Sign of φ of u → you; of IMPARA the lowest of all."""
    tables = {kind: _example(rows, name) for kind, name in rows.models.items()}
    phi = {k: float(t.loc[t["source"] == "u", "phi"].iloc[0]) for k, t in tables.items()}
    of_impara, signature = phi[IMPARA], tables[IMPARA]["signature"].iloc[0]
    lowest = of_impara < 0 and of_impara == tables[IMPARA]["phi"].min()
    holds = lowest and phi[SOME] > 0 and phi[PPL] > 0
    return Answer(holds, of_impara, found=_listed(phi, 4), signature=signature)


@claim("set", "φ less than 0.01 apart, shares of Σ|φ| more")
def comma(rows: Rows) -> Answer:
    """φ and share of an inserted comma under SOME and IMPARA: where φ differs least."""
    some, impara = (
        table[table["correction"] == ","].reset_index(drop=True)
        for table in (_example(rows, rows.models[kind]) for kind in (SOME, IMPARA))
    )
    phi, share = ((some[column] - impara[column]).abs() for column in ("phi", "phi_normalised"))
    if phi.isna().all():
        raise UnaskedError("no comma is inserted in the example")
    least, apart = phi.min(), share[phi.idxmin()]
    found, signature = f"shares {numeral(apart, 3)} apart", some["signature"].iloc[0]
    return Answer(least < 0.01 < apart, least, found=found, signature=signature)


@claim("data set")
def table_2(_: Rows) -> Answer:
    """Nothing: the cells are missing from the paper's text."""
    raise UnaskedError("the text of the paper that this was written from lacks the table's cells")


@claim("metric", estimator="shapley_sampling")
@claim("metric", name="sampling_error_of_code", estimator="official_sampling")
def sampling_error(rows: Rows, estimator: str) -> Answer:
    """Mean error of 64 permutations over the mean |φ|."""
    (kind,) = rows.models
    row = rows.one(
        "estimators", metric=rows.metric, estimator=estimator, of_edits="all", permutations=64
    )
    # Without an interval the value decides.
    low, high = row[["error_low", "error_high"]].fillna(row["error"])
    holds, side = (low > 1, "above") if kind == IMPARA else (high < 1, "below")
    found = f"{row['sentences']} sentences"
    return Answer.of(row, "error", holds, found, test=f"error over mean |φ| {side} 1")


@claim(
    "set", "share of pairs in another order, under IMPARA minus the larger of the others, above 0"
)
def sampling_reorders(rows: Rows) -> Answer:
    """Share of pairs of edits that 64 sampled permutations put in another order, under IMPARA."""
    sampled = _sampled(rows)
    shares = {kind: row["reordered"] for kind, row in sampled.items()}
    of_impara = sampled[IMPARA]
    holds = shares[IMPARA] > max(shares[SOME], shares[PPL])
    found = _listed(shares, 3)
    return Answer(holds, shares[IMPARA], found=found, signature=of_impara["signature"])


@claim("set", "standard deviation of scores below SOME's, and error over mean |φ| above SOME's")
def varies_less(rows: Rows) -> Answer:
    """Spread of IMPARA's scores over coalitions, beside SOME's; the scale of PPL is another."""
    sampled = _sampled(rows)
    spread = {kind: sampled[kind]["spread"] for kind in (SOME, IMPARA)}
    error = {kind: sampled[kind]["error"] for kind in (SOME, IMPARA)}
    holds = spread[IMPARA] < spread[SOME] and error[IMPARA] > error[SOME]
    found = f"spread: {_listed(spread, 3)}; error: {_listed(error, 3)}"
    signature = sampled[IMPARA]["signature"]
    return Answer(holds, spread[IMPARA], found=found, signature=signature)


@claim("metric", "from eleven edits on, each takes at least 1.5 times as long as one edit less")
def rises_rapidly(rows: Rows) -> Answer:
    """The least factor between the mean times of a number of edits and the one before it."""
    table = rows.of("efficiency", metric=rows.metric, method="shapley").set_index("edits")
    seconds, most = table["seconds_mean"], table.index.max()
    if most < _RAPID + 1 or _RAPID - 1 not in table.index:
        raise UnaskedError(f"times of at most {most} edits")
    factors = (seconds / seconds.shift()).loc[_RAPID:]
    found = ", ".join(f"{edits}: {numeral(factor, 2)}" for edits, factor in factors.items())
    least = factors.min()
    return Answer(least >= 1.5, least, found=found, signature=table["signature"].iloc[0])


@claim("metric", "evaluations of 64 permutations times the seconds of one, at most 1.5 s")
def sampling_second(rows: Rows) -> Answer:
    """Seconds that a sentence of sampled values takes, by the time of an exact one."""
    where = {"metric": rows.metric, "method": "shapley"}
    table = rows.of("efficiency", **where)
    timed = table.loc[table["edits"].idxmax()]
    row = rows.one(
        "estimators",
        metric=rows.metric,
        estimator="shapley_sampling",
        of_edits="all",
        permutations=64,
    )
    each = timed["seconds_mean"] / 2 ** timed["edits"]
    seconds = each * row["evaluations"]
    found = f"{numeral(row['evaluations'], 0)} evaluations; device: {timed['device']}"
    signature = f"{row['signature']};{timed['signature']}"
    return Answer(seconds <= 1.5, seconds, found=found, signature=signature)


@claim("set", "some type differs between two of the metrics, by Holm's correction")
def types_differ(rows: Rows) -> Answer:
    """Share of the types that differ between at least two of the metrics."""
    names = list(rows.models.values())
    table = rows.of("bias_differences", metric=names, other_metric=names)
    differ = table[table["p_holm"] < SIGNIFICANCE]
    types, different = table["type"].unique(), differ["type"].unique()
    share = len(different) / len(types)
    found = f"{len(different)} of {len(types)}: {', '.join(different)}"
    signature = table["signature"].iloc[0]
    return Answer(len(different) > 0, share, found=found, signature=signature, is_tested=True)


@claim("metric", "mean normalised φ below that of the other types")
def orthography(rows: Rows) -> Answer:
    """Mean share of edits of orthography, beside that of all other edits."""
    of_orthography = rows.one("bias", metric=rows.metric, type="ORTH")
    others = rows.of("bias", metric=rows.metric).query("type != 'ORTH'")
    mean = (others["mean"] * others["edits"]).sum() / others["edits"].sum()
    found = f"others: {numeral(mean, 3)}"
    return Answer.of(of_orthography, "mean", of_orthography["high"] < mean, found)


@claim(
    "metric", "mean score minus the highest of the others, in each resample, above 0", kinds=(SOME,)
)
def highest(rows: Rows) -> Answer:
    """GPT-4o mini's mean score minus the highest of the others."""
    table = rows.of("system_scores", metric=rows.metric, system=[_MODEL, *_OTHERS])
    means = table.set_index("system")["mean"].dropna()
    if _MODEL not in means:
        raise UnaskedError(f"no system {_MODEL} in system_scores")
    if len(means) == 1:
        raise UnaskedError(f"no system beside {_MODEL} in system_scores")
    others = means.drop(_MODEL)
    own = table[table["system"] == _MODEL].iloc[0]
    found = f"{numeral(own['mean'], 4)}; {others.idxmax()} {numeral(others.max(), 4)}"
    return Answer.of(own, "lead", own["lead_low"] > 0, found)


@claim("metric", "precision minus the mean of the others largest in ADV and ORTH", kinds=(SOME,))
def adverbs(rows: Rows) -> Answer:
    """Types of error in which GPT-4o mini's precision is furthest above the others' mean."""
    precision = _precision(rows)
    lead = (precision.loc[_MODEL] - precision.drop(_MODEL).mean()).sort_values(ascending=False)
    if not {"ADV", "ORTH"} <= set(lead.index):
        raise UnaskedError("too few edits of ADV or ORTH")
    first = ", ".join(f"{name} {numeral(lead[name], 2, signed=True)}" for name in lead.index[:2])
    holds = set(lead.index[:2]) == {"ADV", "ORTH"}
    return Answer(holds, lead[["ADV", "ORTH"]].min(), found=f"largest: {first}")


@claim("metric", "the most precise in more types than any other", kinds=(SOME,))
def precise(rows: Rows) -> Answer:
    """Number of error types in which each system is the most precise."""
    first = _precision(rows).dropna(axis=1, how="all").idxmax().value_counts()
    types = first.reindex([_MODEL, *_OTHERS], fill_value=0)
    found = ", ".join(f"{system} {count}" for system, count in first.items())
    return Answer(types["t5"] > types.drop("t5").max(), float(types["t5"]), found=found)


@claim(
    "metric", "most edits of all, and mean precision over types minus T5's below 0", kinds=(SOME,)
)
def overcorrects(rows: Rows) -> Answer:
    """GPT-4o mini's mean precision over error types minus T5's; it makes most edits."""
    means = _precision(rows).mean(axis=1)
    lead = means[_MODEL] - means["t5"]
    table = rows.of("edit_counts", system=[_MODEL, *_OTHERS])
    most = (table["edits"] * table["sentences"]).groupby(table["system"]).sum().idxmax()
    signature = rows.one("precision", metric=rows.metric)["signature"]
    found = f"most edits: {most}"
    return Answer(most == _MODEL and lead < 0, lead, found=found, signature=signature)


@claim("data set", "lowest precision and highest recall of the five systems, by ERRANT")
def low_precision(rows: Rows) -> Answer:
    """GPT-4o mini's precision and recall against references, beside those of the others."""
    table = rows.of("system_scores", system=[_MODEL, *_OTHERS]).drop_duplicates("system")
    table = table.set_index("system")
    if not {_MODEL, *_OTHERS} <= set(table.index):
        raise UnaskedError("not the paper's five systems")
    own, others = table.loc[_MODEL], table.drop(_MODEL)
    lowest, highest = others["precision"].min(), others["recall"].max()
    holds = own["precision"] < lowest and own["recall"] > highest
    found = f"recall {numeral(own['recall'], 3)}; the others' precision from "
    found += f"{numeral(lowest, 3)}, recall up to {numeral(highest, 3)}"
    return Answer(holds, own["precision"], found=found, signature=own["signature"])


@claim("set", "φ of only → just lowest and negative under IMPARA, positive under SOME")
def only_to_just(rows: Rows) -> Answer:
    """Sign of φ of only → just in the slides' sentence; of IMPARA the lowest of all."""
    phi = {}
    for kind in (SOME, IMPARA):
        table = rows.of("case_study", metric=rows.models[kind], system="gector")
        edit = table[(table["source"] == "only") & (table["correction"] == "just")]
        if edit.empty:
            raise UnaskedError("the case study shows another sentence")
        phi[kind] = float(edit["phi"].iloc[0])
        lowest, signature = table["phi"].min(), table["signature"].iloc[0]
    holds = phi[IMPARA] < 0 < phi[SOME] and phi[IMPARA] == lowest
    return Answer(holds, phi[IMPARA], found=_listed(phi, 4), signature=signature)


def _sampled(rows: Rows) -> dict[str, pd.Series]:
    """Rows of 64 sampled permutations, of all sentences, by type of metric."""
    asked = {"estimator": "shapley_sampling", "of_edits": "all", "permutations": 64}
    return {
        kind: rows.one("estimators", metric=name, **asked) for kind, name in rows.models.items()
    }


def _is_above(row: pd.Series) -> bool:
    """Whether a difference is above 0 by its p-value after Holm's correction."""
    return bool(row["difference"] > 0 and row["p_holm"] < SIGNIFICANCE)


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
    holds, signature = all(low > 0 for _, low, _ in steps), table["signature"].iloc[0]
    return Answer(holds, *min(steps), _listed(values, 3), signature)


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
