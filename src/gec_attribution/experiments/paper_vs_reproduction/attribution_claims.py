"""Claims of Goto et al. about attributions: their tests, and how each is asked of a study."""

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
    Claims,
    Rows,
)
from gec_attribution.formatting.numerals import numeral, with_interval
from gec_attribution.statistics.bootstrap import SIGNIFICANCE
from gec_attribution.tables.labels import MEASURES
from gec_attribution.tables.lookup import UnansweredError
from gec_attribution.tables.printed import PRINTED

CLAIMS = Claims()

# Number of edits from which on the time of exact values rises rapidly, by the paper.
_RAPID = 11
# Most edits of a sentence, by the slides.
_MOST_EDITS = 14
_METHODS = {"add": "Add", "sub": "Sub"}
_MODEL = "gpt-4o-mini"
_SYSTEMS = [_MODEL, "gector", "gector-2024", "bart", "t5"]


@CLAIMS.add("covered", "data set", "smallest share of a system above 97 %")
def covered(rows: Rows) -> Answer:
    """At least 97 % of every system's sentences have at most ten edits."""
    table = rows.of("edit_counts")
    # Where no sentence has ten edits, the last row is of all sentences.
    table = rows.of("edit_counts", edits=min(10, table["edits"].max()))
    least = table.loc[table["ratio"].idxmin()]
    return Answer.of(least, "ratio", least["ratio"] > 0.97, f"of {least['system']}")


@CLAIMS.add("beyond", "data set", "2.5 to 3.5 %")
def beyond(rows: Rows) -> Answer:
    """Share of all systems' sentences with more than eleven edits."""
    table = rows.of("edit_counts")
    share = table.loc[table["edits"] > 11, "sentences"].sum() / table["sentences"].sum()
    return Answer.about(table, share, 0.025 <= share < 0.035)


@CLAIMS.add("most_edits", "data set", "no sentence has more than the printed number")
def most_edits(rows: Rows) -> Answer:
    """The most edits of a sentence by GECToR, whose corrections the slides are about."""
    table = rows.of("edit_counts", system="gector")
    last = table[table["sentences"] > 0].tail(1)
    edits = last["edits"].item()
    found = f"sentences of so many: {last['sentences'].item()}"
    return Answer.about(last, edits, edits <= _MOST_EDITS, found)


_LEADS = (
    "sign agreement, Pearson and Spearman minus those of Add and of Sub, all above 0"
)


@CLAIMS.add("consistent", "metric", _LEADS, result="consistency_differences")
@CLAIMS.add("granularity", "metric", _LEADS, result="consistency_chunks_differences")
def leads_in_consistency(rows: Rows, result: str) -> Answer:
    """The least lead of Shapley values over Add and Sub, in three measures of consistency."""
    table = rows.leads(result, measure=["sign_agreement", "pearson", "spearman"])
    ahead = (table["low"] > 0).sum()
    least = table.loc[table["difference"].idxmin()]
    smallest = f"{MEASURES[least['measure']]}, over {_METHODS[least['other_method']]}"
    found = f"smallest: {smallest}; above 0 in {ahead} of {len(table)}"
    return Answer.of(least, "difference", ahead == len(table), found)


_SUB_DROPS = "largest difference Shapley − Sub above 0, by Holm's correction"


@CLAIMS.add("sub_spearman", "set", _SUB_DROPS, measure="spearman")
@CLAIMS.add("sub_pearson", "set", _SUB_DROPS, measure="pearson")
def sub_drops(rows: Rows, measure: str) -> Answer:
    """Shapley values' correlation minus Sub's, under the metric where it is largest."""
    kinds = {name: kind for kind, name in rows.models.items()}
    compared = {"metric": list(kinds), "method": "shapley", "other_method": "sub"}
    table = rows.of("consistency_differences", **compared, measure=measure)
    most = table.loc[table["difference"].idxmax()]
    found = f"under {TITLES[kinds[most['metric']]]}"
    return Answer.of(most, "difference", _is_above(most), found)


@CLAIMS.add("seventy", "metric", "65 to 75 %")
def seventy(rows: Rows) -> Answer:
    """Agreement of the signs of all edits with the reference that agrees most."""
    row = rows.agreement(rows.metric)
    lead = with_interval(row["lead"], row["lead_low"], row["lead_high"], 3, signed=True)
    found = f"every edit called right: {numeral(row['constant'], 3)}, difference {lead}"
    return Answer.of(row, "agreement", 0.65 <= row["agreement"] < 0.75, found)


@CLAIMS.add(
    "larger",
    "metric",
    "an edit that agrees has the larger share, among sentences of as many edits, above 50 %",
)
def larger(rows: Rows) -> Answer:
    """Probability of more |φ| for an agreeing edit than for another, by number of edits."""
    row = rows.agreement(rows.metric)
    return Answer.of(row, "larger", row["larger_low"] > 0.5)


@CLAIMS.add(
    "never_worst",
    "metric",
    "agreement minus that of the worse of Add and Sub above 0, by Holm's correction",
)
def never_worst(rows: Rows) -> Answer:
    """Agreement under Shapley values minus that under the worse of Add and Sub."""
    table = rows.leads("agreement_differences", **ALL_EDITS)
    most = table.loc[table["difference"].idxmax()]
    worse = f"worse: {_METHODS[most['other_method']]}"
    return Answer.of(most, "difference", _is_above(most), worse)


@CLAIMS.add("method_order", "metric", kinds=(SOME, IMPARA))
def method_order(rows: Rows) -> Answer:
    """The lesser of two leads in agreement: of the printed first method, and over the last."""
    first, last = ("add", "sub") if SOME in rows.models else ("sub", "add")
    leads = rows.leads("agreement_differences", **ALL_EDITS).set_index("other_method")
    # Shapley values are between the two.
    ahead = leads.loc[last]
    behind = leads.loc[first]
    found = []
    for method in (last, first):
        lead = numeral(leads.loc[method, "difference"], 3, signed=True)
        found.append(f"Shapley − {_METHODS[method]} {lead}")
    return Answer(
        ahead["low"] > 0 and behind["high"] < 0,
        min(ahead["difference"], -behind["difference"]),
        found=", ".join(found),
        signature=ahead["signature"],
        test=f"{_METHODS[first]}, Shapley, {_METHODS[last]}: each minus the next above 0",
        is_tested=True,
    )


@CLAIMS.add("agreement_order", "set", "PPL, SOME, IMPARA: each minus the next above 0")
def agreement_order(rows: Rows) -> Answer:
    """PPL before SOME before IMPARA in agreement."""
    table = rows.of("agreement_differences", method="shapley", **ALL_EDITS)
    return _ordered(rows, table, (PPL, SOME, IMPARA), _agreement(rows))


@CLAIMS.add(
    "ranking_order",
    "set",
    "PPL, SOME, IMPARA: each minus the next above 0",
    order=(PPL, SOME, IMPARA),
)
@CLAIMS.add(
    "ranking_order_minimal",
    "set",
    "PPL, IMPARA, SOME: each minus the next above 0",
    order=(PPL, IMPARA, SOME),
)
def ranking_order(rows: Rows, order: Sequence[str]) -> Answer:
    """Metrics in an order by accuracy in the meta-evaluation."""
    table = rows.of("meta_evaluation_differences", measure="accuracy")
    return _ordered(rows, table, order, _accuracy(rows))


@CLAIMS.add(
    "fluency_edits",
    "set",
    "of each two metrics, the same one is ahead in both",
    same=True,
)
@CLAIMS.add("minimal_edits", "set", "of two metrics, one is ahead in each", same=False)
def same_order(rows: Rows, *, same: bool) -> Answer:
    """Whether agreement orders the metrics as the meta-evaluation does, by intervals."""
    by_agreement = _titles_by(_agreement(rows))
    by_accuracy = _titles_by(_accuracy(rows))
    agreement = rows.of("agreement_differences", method="shapley", **ALL_EDITS)
    accuracy = rows.of("meta_evaluation_differences", measure="accuracy")
    of_accuracy = _signs(rows, accuracy)
    products = [
        sign * of_accuracy[pair]
        for pair, sign in _signs(rows, agreement).items()
        if pair in of_accuracy
    ]
    if same:
        holds = all(product > 0 for product in products)
    else:
        holds = any(product < 0 for product in products)
    found = f"agreement: {by_agreement}; meta-evaluation: {by_accuracy}"
    signature = f"{agreement['signature'].iloc[0]};{accuracy['signature'].iloc[0]}"
    return Answer(holds, found=found, signature=signature, is_tested=True)


@CLAIMS.add(
    "table_1",
    "metric",
    "largest distance to the printed φ below 0.005",
    kinds=(IMPARA,),
)
def table_1(rows: Rows) -> Answer:
    """φ of the example's six edits as printed."""
    table = _example(rows, rows.metric)
    printed = PRINTED["case"]["phi"]
    if len(table) != len(printed):
        raise UnansweredError(f"the example has {len(table)} edits, not {len(printed)}")
    apart = (table["phi"] - printed).abs().max()
    signs = ((table["phi"] > 0) == [phi > 0 for phi in printed]).sum()
    found = f"the same sign in {signs} of {len(printed)} edits"
    return Answer.about(table, apart, apart < 0.005, found)


@CLAIMS.add(
    "u_to_you",
    "set",
    "φ lowest and negative under IMPARA, positive under SOME and PPL",
)
def u_to_you(rows: Rows) -> Answer:
    """Sign of φ of u → you; of IMPARA the lowest of all."""
    phi = {}
    for kind, name in rows.models.items():
        table = _example(rows, name)
        phi[kind] = float(table.loc[table["source"] == "u", "phi"].iloc[0])
    return _impara_falls(_example(rows, rows.models[IMPARA]), phi)


@CLAIMS.add("comma", "set", "φ less than 0.01 apart, shares of Σ|φ| more")
def comma(rows: Rows) -> Answer:
    """φ and share of an inserted comma under SOME and IMPARA: where φ differs least."""
    some = _commas(rows, SOME)
    impara = _commas(rows, IMPARA)
    phi = (some["phi"] - impara["phi"]).abs()
    share = (some["phi_normalised"] - impara["phi_normalised"]).abs()
    if phi.isna().all():
        raise UnansweredError("no comma is inserted in the example")
    least = phi.min()
    apart = share[phi.idxmin()]
    found = f"shares {numeral(apart, 3)} apart"
    return Answer.about(some, least, least < 0.01 < apart, found)


@CLAIMS.add("table_2", "data set")
def table_2(_: Rows) -> Answer:
    """Nothing: the cells are missing from the paper's text."""
    raise UnansweredError(
        "the text of the paper that this was written from lacks the table's cells"
    )


@CLAIMS.add("sampling_error", "metric", estimator="shapley_sampling")
@CLAIMS.add("sampling_error_of_code", "metric", estimator="official_sampling")
def sampling_error(rows: Rows, estimator: str) -> Answer:
    """Mean error of 64 permutations over the mean |φ|."""
    row = _sampling(rows, rows.metric, estimator)
    # Without an interval the value decides.
    low, high = row[["error_low", "error_high"]].fillna(row["error"])
    holds, side = (low > 1, "above") if IMPARA in rows.models else (high < 1, "below")
    found = f"{row['sentences']} sentences"
    return Answer.of(row, "error", holds, found, test=f"error over mean |φ| {side} 1")


@CLAIMS.add(
    "sampling_reorders",
    "set",
    "share of pairs in another order, under IMPARA minus the larger of the others, above 0",
)
def sampling_reorders(rows: Rows) -> Answer:
    """Share of pairs of edits that 64 sampled permutations put in another order, under IMPARA."""
    table = _sampled(rows)
    shares = table["reordered"]
    holds = shares[IMPARA] > max(shares[SOME], shares[PPL])
    return Answer.about(table.loc[[IMPARA]], shares[IMPARA], holds, _listed(shares, 3))


@CLAIMS.add(
    "varies_less",
    "set",
    "standard deviation of scores below SOME's, and error over mean |φ| above SOME's",
)
def varies_less(rows: Rows) -> Answer:
    """Spread of IMPARA's scores over coalitions, beside SOME's; the scale of PPL is another."""
    table = _sampled(rows).loc[[SOME, IMPARA]]
    spread = table["spread"]
    error = table["error"]
    holds = spread[IMPARA] < spread[SOME] and error[IMPARA] > error[SOME]
    found = f"spread: {_listed(spread, 3)}; error: {_listed(error, 3)}"
    return Answer.about(table.loc[[IMPARA]], spread[IMPARA], holds, found)


@CLAIMS.add(
    "rises_rapidly",
    "metric",
    "from eleven edits on, each takes at least 1.5 times as long as one edit less",
)
def rises_rapidly(rows: Rows) -> Answer:
    """The least factor between the mean times of a number of edits and the one before it."""
    table = rows.of("efficiency", metric=rows.metric, method="shapley")
    seconds = table.set_index("edits")["seconds_mean"]
    most = seconds.index.max()
    if most < _RAPID + 1 or _RAPID - 1 not in seconds.index:
        raise UnansweredError(f"times of at most {most} edits")
    factors = (seconds / seconds.shift()).loc[_RAPID:]
    found = [f"{edits}: {numeral(factor, 2)}" for edits, factor in factors.items()]
    least = factors.min()
    return Answer.about(table, least, least >= 1.5, ", ".join(found))


@CLAIMS.add(
    "sampling_second",
    "metric",
    "evaluations of 64 permutations times the seconds of one, at most 1.5 s",
)
def sampling_second(rows: Rows) -> Answer:
    """Seconds that a sentence of sampled values takes, by the time of an exact one."""
    table = rows.of("efficiency", metric=rows.metric, method="shapley")
    timed = table.loc[table["edits"].idxmax()]
    row = _sampling(rows, rows.metric)
    each = timed["seconds_mean"] / 2 ** timed["edits"]
    seconds = each * row["evaluations"]
    found = f"{numeral(row['evaluations'], 0)} evaluations; device: {timed['device']}"
    signature = f"{row['signature']};{timed['signature']}"
    return Answer(seconds <= 1.5, seconds, found=found, signature=signature)


@CLAIMS.add(
    "types_differ",
    "set",
    "some type differs between two of the metrics, by Holm's correction",
)
def types_differ(rows: Rows) -> Answer:
    """Share of the types that differ between at least two of the metrics."""
    names = list(rows.models.values())
    table = rows.of("bias_differences", metric=names, other_metric=names)
    types = table["type"].nunique()
    different = table.loc[table["p_holm"] < SIGNIFICANCE, "type"].unique()
    return Answer(
        len(different) > 0,
        len(different) / types,
        found=f"{len(different)} of {types}: {', '.join(different)}",
        signature=table["signature"].iloc[0],
        is_tested=True,
    )


@CLAIMS.add("orthography", "metric", "mean normalised φ below that of the other types")
def orthography(rows: Rows) -> Answer:
    """Mean share of edits of orthography, beside that of all other edits."""
    row = rows.one("bias", metric=rows.metric, type="ORTH")
    others = rows.of("bias", metric=rows.metric).query("type != 'ORTH'")
    mean = (others["mean"] * others["edits"]).sum() / others["edits"].sum()
    return Answer.of(row, "mean", row["high"] < mean, f"others: {numeral(mean, 3)}")


@CLAIMS.add(
    "highest",
    "metric",
    "mean score minus the highest of the others, in each resample, above 0",
    kinds=(SOME,),
)
def highest(rows: Rows) -> Answer:
    """GPT-4o mini's mean score minus the highest of the others."""
    table = rows.of("system_scores", metric=rows.metric, system=_SYSTEMS)
    table = table.set_index("system")
    means = table["mean"].dropna()
    if _MODEL not in means:
        raise UnansweredError(f"no system {_MODEL} in system_scores")
    if len(means) == 1:
        raise UnansweredError(f"no system beside {_MODEL} in system_scores")
    others = means.drop(_MODEL)
    own = table.loc[_MODEL]
    found = f"{numeral(own['mean'], 4)}; {others.idxmax()} {numeral(others.max(), 4)}"
    return Answer.of(own, "lead", own["lead_low"] > 0, found)


@CLAIMS.add(
    "adverbs",
    "metric",
    "precision minus the mean of the others largest in ADV and ORTH",
    kinds=(SOME,),
)
def adverbs(rows: Rows) -> Answer:
    """Types of error in which GPT-4o mini's precision is furthest above the others' mean."""
    table = rows.of("precision", metric=rows.metric)
    precision = _precision(table)
    lead = precision.loc[_MODEL] - precision.drop(_MODEL).mean()
    lead = lead.sort_values(ascending=False)
    claimed = {"ADV", "ORTH"}
    if not claimed <= set(lead.index):
        raise UnansweredError("too few edits of ADV or ORTH")
    largest = lead.head(2)
    first = [f"{name} {numeral(x, 2, signed=True)}" for name, x in largest.items()]
    holds = set(largest.index) == claimed
    least = lead[list(claimed)].min()
    return Answer.about(table, least, holds, f"largest: {', '.join(first)}")


@CLAIMS.add(
    "precise",
    "metric",
    "the most precise in more types than any other",
    kinds=(SOME,),
)
def precise(rows: Rows) -> Answer:
    """Number of error types in which each system is the most precise."""
    table = rows.of("precision", metric=rows.metric)
    first = _precision(table).dropna(axis=1, how="all").idxmax().value_counts()
    types = first.reindex(_SYSTEMS, fill_value=0)
    found = ", ".join(f"{system} {count}" for system, count in first.items())
    holds = types["t5"] > types.drop("t5").max()
    return Answer.about(table, float(types["t5"]), holds, found)


@CLAIMS.add(
    "overcorrects",
    "metric",
    "most edits of all, and mean precision over types minus T5's below 0",
    kinds=(SOME,),
)
def overcorrects(rows: Rows) -> Answer:
    """GPT-4o mini's mean precision over error types minus T5's; it makes most edits."""
    precision = rows.of("precision", metric=rows.metric)
    means = _precision(precision).mean(axis=1)
    lead = means[_MODEL] - means["t5"]
    table = rows.of("edit_counts", system=_SYSTEMS)
    edits = (table["edits"] * table["sentences"]).groupby(table["system"]).sum()
    most = edits.idxmax()
    holds = most == _MODEL and lead < 0
    return Answer.about(precision, lead, holds, f"most edits: {most}")


@CLAIMS.add(
    "low_precision",
    "data set",
    "lowest precision and highest recall of the five systems, by ERRANT",
)
def low_precision(rows: Rows) -> Answer:
    """GPT-4o mini's precision and recall against references, beside those of the others."""
    table = rows.of("system_scores", system=_SYSTEMS).drop_duplicates("system")
    table = table.set_index("system")
    _need_five_systems(table)
    own = table.loc[_MODEL]
    others = table.drop(_MODEL)
    lowest = others["precision"].min()
    highest_recall = others["recall"].max()
    holds = own["precision"] < lowest and own["recall"] > highest_recall
    found = (
        f"recall {numeral(own['recall'], 3)}; the others' precision from "
        f"{numeral(lowest, 3)}, recall up to {numeral(highest_recall, 3)}"
    )
    return Answer.about(table.loc[[_MODEL]], own["precision"], holds, found)


@CLAIMS.add(
    "only_to_just",
    "set",
    "φ of only → just lowest and negative under IMPARA, positive under SOME",
)
def only_to_just(rows: Rows) -> Answer:
    """Sign of φ of only → just in the slides' sentence; of IMPARA the lowest of all."""
    phi = {}
    for kind in (SOME, IMPARA):
        table = rows.of("case_study", metric=rows.models[kind], system="gector")
        edit = table[(table["source"] == "only") & (table["correction"] == "just")]
        if edit.empty:
            raise UnansweredError("the case study shows another sentence")
        phi[kind] = float(edit["phi"].iloc[0])
    # The last table is IMPARA's.
    return _impara_falls(table, phi)


def _sampling(
    rows: Rows, metric: str, estimator: str = "shapley_sampling"
) -> pd.Series:
    """The row of 64 permutations of an estimator, of all sentences."""
    asked = {"estimator": estimator, "of_edits": "all", "permutations": 64}
    return rows.one("estimators", metric=metric, **asked)


def _sampled(rows: Rows) -> pd.DataFrame:
    """Rows of 64 sampled permutations by type of metric."""
    return pd.DataFrame(
        {kind: _sampling(rows, name) for kind, name in rows.models.items()}
    ).T


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
        step = (row["difference"], row["low"], row["high"])
        # The study's order of the two may be the other one.
        if row["metric"] != pair[0]:
            step = (-row["difference"], -row["high"], -row["low"])
        steps.append(step)
    holds = all(low > 0 for _, low, _ in steps)
    return Answer(holds, *min(steps), _listed(values, 3), table["signature"].iloc[0])


def _signs(rows: Rows, table: pd.DataFrame) -> dict[tuple[str, str], int]:
    """Sign of the lead of one metric over another: 1, −1, or 0 if it stays open."""
    models = list(rows.models.values())
    signs = {}
    for row in table[table["metric"] != table["other_metric"]].itertuples():
        pair = (row.metric, row.other_metric)
        if pair[0] in models and pair[1] in models:
            signs[pair] = int(row.low > 0) - int(row.high < 0)
    return signs


def _impara_falls(table: pd.DataFrame, phi: Mapping[str, float]) -> Answer:
    """Whether an edit is IMPARA's worst and lowers it, and raises the other metrics.

    Args:
        table: φ of all edits under IMPARA.
        phi: φ of the edit, by the type of the metric.
    """
    is_lowest = phi[IMPARA] < 0 and phi[IMPARA] == table["phi"].min()
    others_rise = all(value > 0 for kind, value in phi.items() if kind != IMPARA)
    return Answer.about(table, phi[IMPARA], is_lowest and others_rise, _listed(phi, 4))


def _example(rows: Rows, metric: str) -> pd.DataFrame:
    """The edits of the paper's example under a metric."""
    table = rows.of("case_study", metric=metric, system=PRINTED["case"]["system"])
    table = table[table["type"].fillna("") != ""].reset_index(drop=True)
    table = table.fillna({"source": ""})
    if "u" not in set(table["source"]):
        raise UnansweredError("the case study shows another sentence")
    return table


def _commas(rows: Rows, kind: str) -> pd.DataFrame:
    """The example's edits that insert a comma, under the metric of a type."""
    table = _example(rows, rows.models[kind])
    return table[table["correction"] == ","].reset_index(drop=True)


def _precision(table: pd.DataFrame) -> pd.DataFrame:
    """Precision by system and type of error, of the paper's five systems."""
    wide = table.pivot_table(index="system", columns="type", values="precision")
    _need_five_systems(wide)
    return wide.loc[_SYSTEMS]


def _need_five_systems(table: pd.DataFrame) -> None:
    if not set(_SYSTEMS) <= set(table.index):
        raise UnansweredError("not the paper's five systems")


def _agreement(rows: Rows) -> dict[str, float]:
    """Agreement of each metric with the references, by its type."""
    return {
        kind: rows.agreement(name)["agreement"] for kind, name in rows.models.items()
    }


def _accuracy(rows: Rows) -> dict[str, float]:
    """Accuracy of each metric in the meta-evaluation, by its type."""
    return {
        kind: rows.one("meta_evaluation", metric=name)["accuracy"]
        for kind, name in rows.models.items()
    }


def _titles_by(values: Mapping[str, float]) -> str:
    """Titles of metrics from the highest value to the lowest."""
    kinds = sorted(values, key=values.__getitem__, reverse=True)
    return ", ".join(TITLES[kind] for kind in kinds)


def _listed(values: Mapping[str, float] | pd.Series, digits: int) -> str:
    return ", ".join(
        f"{TITLES[kind]} {numeral(value, digits)}" for kind, value in values.items()
    )
