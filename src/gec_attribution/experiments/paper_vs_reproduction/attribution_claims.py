"""Claims of Goto et al. about attributions: their tests, and how each is asked of a study."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

import pandas as pd

from gec_attribution.experiments.paper_vs_reproduction.answers import (
    ALL_EDITS,
    IMPARA,
    PPL,
    SOME,
    TITLES,
    Answer,
    Claim,
    Rows,
)
from gec_attribution.formatting.numerals import numeral, with_interval
from gec_attribution.statistics.bootstrap import SIGNIFICANCE
from gec_attribution.tables.labels import MEASURES
from gec_attribution.tables.lookup import UnansweredError
from gec_attribution.tables.printed import PRINTED

# Number of edits above which exact values take too long, by the paper.
_RAPID = 11
# Most edits of a sentence, by the slides.
_MOST_EDITS = 14
_METHODS = {"add": "Add", "sub": "Sub"}
_MODEL = "gpt-4o-mini"
_OTHERS = ("gector", "gector-2024", "bart", "t5")


def covered(rows: Rows) -> Answer:
    """At least 97 % of every system's sentences have at most ten edits."""
    # Where no sentence has so many edits, the last row is of all sentences.
    edits = min(10, rows.of("edit_counts")["edits"].max())
    table = rows.of("edit_counts", edits=edits)
    least = table.loc[table["ratio"].idxmin()]
    return Answer.of(least, "ratio", least["ratio"] > 0.97, f"of {least['system']}")


def beyond(rows: Rows) -> Answer:
    """Share of all systems' sentences with more than eleven edits."""
    table = rows.of("edit_counts")
    share = table.loc[table["edits"] > 11, "sentences"].sum() / table["sentences"].sum()
    return Answer.about(table, share, 0.025 <= share < 0.035)


def most_edits(rows: Rows) -> Answer:
    """The most edits of a sentence by GECToR, whose corrections the slides are about."""
    table = rows.of("edit_counts", system="gector")
    row = table[table["sentences"] > 0].iloc[-1]
    found = f"sentences of so many: {row['sentences']}"
    holds = row["edits"] <= _MOST_EDITS
    return Answer(holds, row["edits"], found=found, signature=row["signature"])


def leads_in_consistency(rows: Rows, result: str) -> Answer:
    """The least lead of Shapley values over Add and Sub, in three measures of consistency."""
    table = rows.leads(result, measure=["sign_agreement", "pearson", "spearman"])
    ahead = (table["low"] > 0).sum()
    least = table.loc[table["difference"].idxmin()]
    smallest = f"{MEASURES[least['measure']]}, over {_METHODS[least['other_method']]}"
    found = f"smallest: {smallest}; above 0 in {ahead} of {len(table)}"
    return Answer.of(least, "difference", ahead == len(table), found)


def sub_drops(rows: Rows, measure: str) -> Answer:
    """Shapley values' correlation minus Sub's, under the metric where it is largest."""
    kinds = {name: kind for kind, name in rows.models.items()}
    compared = {"metric": list(kinds), "method": "shapley", "other_method": "sub"}
    table = rows.of("consistency_differences", **compared, measure=measure)
    most = table.loc[table["difference"].idxmax()]
    found = f"under {TITLES[kinds[most['metric']]]}"
    return Answer.of(most, "difference", _is_above(most), found)


def seventy(rows: Rows) -> Answer:
    """Agreement of the signs of all edits with the reference that agrees most."""
    row = rows.agreement(rows.metric)
    lead = with_interval(row["lead"], row["lead_low"], row["lead_high"], 3, signed=True)
    found = f"every edit called right: {numeral(row['constant'], 3)}, difference {lead}"
    return Answer.of(row, "agreement", 0.65 <= row["agreement"] < 0.75, found)


def larger(rows: Rows) -> Answer:
    """Probability of more |φ| for an agreeing edit than for another, by number of edits."""
    row = rows.agreement(rows.metric)
    return Answer.of(row, "larger", row["larger_low"] > 0.5)


def never_worst(rows: Rows) -> Answer:
    """Agreement under Shapley values minus that under the worse of Add and Sub."""
    table = rows.leads("agreement_differences", **ALL_EDITS)
    most = table.loc[table["difference"].idxmax()]
    return Answer.of(
        most, "difference", _is_above(most), f"worse: {_METHODS[most['other_method']]}"
    )


def method_order(rows: Rows) -> Answer:
    """The lesser of two leads in agreement: of the printed first method, and over the last."""
    first, last = ("add", "sub") if SOME in rows.models else ("sub", "add")
    table = rows.leads("agreement_differences", **ALL_EDITS).set_index("other_method")
    # Shapley values are between the two.
    ahead = table.loc[last]
    behind = table.loc[first]
    over_last = (
        f"Shapley − {_METHODS[last]} {numeral(ahead['difference'], 3, signed=True)}"
    )
    over_first = (
        f"Shapley − {_METHODS[first]} {numeral(behind['difference'], 3, signed=True)}"
    )
    return Answer(
        ahead["low"] > 0 and behind["high"] < 0,
        min(ahead["difference"], -behind["difference"]),
        found=f"{over_last}, {over_first}",
        signature=ahead["signature"],
        test=f"{_METHODS[first]}, Shapley, {_METHODS[last]}: each minus the next above 0",
        is_tested=True,
    )


def agreement_order(rows: Rows) -> Answer:
    """PPL before SOME before IMPARA in agreement."""
    table = rows.of("agreement_differences", method="shapley", **ALL_EDITS)
    return _ordered(rows, table, (PPL, SOME, IMPARA), _agreement(rows))


def ranking_order(rows: Rows, order: Sequence[str]) -> Answer:
    """Metrics in an order by accuracy in the meta-evaluation."""
    table = rows.of("meta_evaluation_differences", measure="accuracy")
    return _ordered(rows, table, order, _accuracy(rows))


def same_order(rows: Rows, *, same: bool) -> Answer:
    """Whether agreement orders the metrics as the meta-evaluation does, by intervals."""
    by_agreement = _titles_by(_agreement(rows))
    by_accuracy = _titles_by(_accuracy(rows))
    agreement = rows.of("agreement_differences", method="shapley", **ALL_EDITS)
    accuracy = rows.of("meta_evaluation_differences", measure="accuracy")
    of_agreement = _signs(agreement)
    of_accuracy = _signs(accuracy)
    models = set(rows.models.values())
    pairs = of_agreement.keys() & of_accuracy.keys()
    products = [
        of_agreement[pair] * of_accuracy[pair]
        for pair in pairs
        if models.issuperset(pair)
    ]
    holds = all(product > 0 for product in products) if same else min(products) < 0
    found = f"agreement: {by_agreement}; meta-evaluation: {by_accuracy}"
    signature = f"{agreement['signature'].iloc[0]};{accuracy['signature'].iloc[0]}"
    return Answer(holds, found=found, signature=signature, is_tested=True)


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


def u_to_you(rows: Rows) -> Answer:
    """Sign of φ of u → you; of IMPARA the lowest of all."""
    tables = {kind: _example(rows, name) for kind, name in rows.models.items()}
    phi = {}
    for kind, table in tables.items():
        phi[kind] = float(table.loc[table["source"] == "u", "phi"].iloc[0])
    under_impara = tables[IMPARA]
    is_lowest = phi[IMPARA] < 0 and phi[IMPARA] == under_impara["phi"].min()
    holds = is_lowest and phi[SOME] > 0 and phi[PPL] > 0
    return Answer.about(under_impara, phi[IMPARA], holds, _listed(phi, 4))


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
    return Answer.about(
        some, least, least < 0.01 < apart, f"shares {numeral(apart, 3)} apart"
    )


def table_2(_: Rows) -> Answer:
    """Nothing: the cells are missing from the paper's text."""
    raise UnansweredError(
        "the text of the paper that this was written from lacks the table's cells"
    )


def sampling_error(rows: Rows, estimator: str) -> Answer:
    """Mean error of 64 permutations over the mean |φ|."""
    row = _sampling(rows, rows.metric, estimator)
    # Without an interval the value decides.
    low, high = row[["error_low", "error_high"]].fillna(row["error"])
    holds, side = (low > 1, "above") if IMPARA in rows.models else (high < 1, "below")
    found = f"{row['sentences']} sentences"
    return Answer.of(row, "error", holds, found, test=f"error over mean |φ| {side} 1")


def sampling_reorders(rows: Rows) -> Answer:
    """Share of pairs of edits that 64 sampled permutations put in another order, under IMPARA."""
    table = _sampled(rows)
    shares = table["reordered"]
    holds = shares[IMPARA] > max(shares[SOME], shares[PPL])
    signature = table.loc[IMPARA, "signature"]
    return Answer(holds, shares[IMPARA], found=_listed(shares, 3), signature=signature)


def varies_less(rows: Rows) -> Answer:
    """Spread of IMPARA's scores over coalitions, beside SOME's; the scale of PPL is another."""
    table = _sampled(rows).loc[[SOME, IMPARA]]
    spread = table["spread"]
    error = table["error"]
    holds = spread[IMPARA] < spread[SOME] and error[IMPARA] > error[SOME]
    found = f"spread: {_listed(spread, 3)}; error: {_listed(error, 3)}"
    return Answer(
        holds, spread[IMPARA], found=found, signature=table.loc[IMPARA, "signature"]
    )


def rises_rapidly(rows: Rows) -> Answer:
    """The least factor between the mean times of a number of edits and the one before it."""
    table = rows.of("efficiency", metric=rows.metric, method="shapley").set_index(
        "edits"
    )
    most = table.index.max()
    if most < _RAPID + 1 or _RAPID - 1 not in table.index:
        raise UnansweredError(f"times of at most {most} edits")
    seconds = table["seconds_mean"]
    factors = (seconds / seconds.shift()).loc[_RAPID:]
    found = ", ".join(
        f"{edits}: {numeral(factor, 2)}" for edits, factor in factors.items()
    )
    least = factors.min()
    return Answer.about(table, least, least >= 1.5, found)


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


def types_differ(rows: Rows) -> Answer:
    """Share of the types that differ between at least two of the metrics."""
    names = list(rows.models.values())
    table = rows.of("bias_differences", metric=names, other_metric=names)
    types = table["type"].unique()
    different = table.loc[table["p_holm"] < SIGNIFICANCE, "type"].unique()
    found = f"{len(different)} of {len(types)}: {', '.join(different)}"
    return Answer(
        len(different) > 0,
        len(different) / len(types),
        found=found,
        signature=table["signature"].iloc[0],
        is_tested=True,
    )


def orthography(rows: Rows) -> Answer:
    """Mean share of edits of orthography, beside that of all other edits."""
    of_orthography = rows.one("bias", metric=rows.metric, type="ORTH")
    others = rows.of("bias", metric=rows.metric).query("type != 'ORTH'")
    mean = (others["mean"] * others["edits"]).sum() / others["edits"].sum()
    found = f"others: {numeral(mean, 3)}"
    return Answer.of(of_orthography, "mean", of_orthography["high"] < mean, found)


def highest(rows: Rows) -> Answer:
    """GPT-4o mini's mean score minus the highest of the others."""
    table = rows.of("system_scores", metric=rows.metric, system=[_MODEL, *_OTHERS])
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


def adverbs(rows: Rows) -> Answer:
    """Types of error in which GPT-4o mini's precision is furthest above the others' mean."""
    table = rows.of("precision", metric=rows.metric)
    precision = _precision(table)
    lead = (precision.loc[_MODEL] - precision.drop(_MODEL).mean()).sort_values(
        ascending=False
    )
    claimed = {"ADV", "ORTH"}
    if not claimed <= set(lead.index):
        raise UnansweredError("too few edits of ADV or ORTH")
    largest = list(lead.index[:2])
    first = ", ".join(
        f"{name} {numeral(lead[name], 2, signed=True)}" for name in largest
    )
    least = lead[list(claimed)].min()
    return Answer.about(table, least, set(largest) == claimed, f"largest: {first}")


def precise(rows: Rows) -> Answer:
    """Number of error types in which each system is the most precise."""
    table = rows.of("precision", metric=rows.metric)
    first = _precision(table).dropna(axis=1, how="all").idxmax().value_counts()
    types = first.reindex([_MODEL, *_OTHERS], fill_value=0)
    found = ", ".join(f"{system} {count}" for system, count in first.items())
    return Answer.about(
        table, float(types["t5"]), types["t5"] > types.drop("t5").max(), found
    )


def overcorrects(rows: Rows) -> Answer:
    """GPT-4o mini's mean precision over error types minus T5's; it makes most edits."""
    precision = rows.of("precision", metric=rows.metric)
    means = _precision(precision).mean(axis=1)
    lead = means[_MODEL] - means["t5"]
    table = rows.of("edit_counts", system=[_MODEL, *_OTHERS])
    most = (table["edits"] * table["sentences"]).groupby(table["system"]).sum().idxmax()
    return Answer.about(
        precision, lead, most == _MODEL and lead < 0, f"most edits: {most}"
    )


def low_precision(rows: Rows) -> Answer:
    """GPT-4o mini's precision and recall against references, beside those of the others."""
    table = rows.of("system_scores", system=[_MODEL, *_OTHERS]).drop_duplicates(
        "system"
    )
    table = table.set_index("system")
    _need_five_systems(table)
    own = table.loc[_MODEL]
    others = table.drop(_MODEL)
    lowest = others["precision"].min()
    highest_recall = others["recall"].max()
    holds = own["precision"] < lowest and own["recall"] > highest_recall
    of_others = f"{numeral(lowest, 3)}, recall up to {numeral(highest_recall, 3)}"
    found = (
        f"recall {numeral(own['recall'], 3)}; the others' precision from {of_others}"
    )
    return Answer(holds, own["precision"], found=found, signature=own["signature"])


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
    holds = phi[IMPARA] < 0 < phi[SOME] and phi[IMPARA] == table["phi"].min()
    return Answer.about(table, phi[IMPARA], holds, _listed(phi, 4))


_LEADS = (
    "sign agreement, Pearson and Spearman minus those of Add and of Sub, all above 0"
)
_SUB_DROPS = "largest difference Shapley − Sub above 0, by Holm's correction"

CLAIMS = {
    "covered": Claim(covered, "data set", "smallest share of a system above 97 %"),
    "beyond": Claim(beyond, "data set", "2.5 to 3.5 %"),
    "most_edits": Claim(
        most_edits, "data set", "no sentence has more than the printed number"
    ),
    "consistent": Claim(
        partial(leads_in_consistency, result="consistency_differences"),
        "metric",
        _LEADS,
    ),
    "granularity": Claim(
        partial(leads_in_consistency, result="consistency_chunks_differences"),
        "metric",
        _LEADS,
    ),
    "sub_spearman": Claim(partial(sub_drops, measure="spearman"), "set", _SUB_DROPS),
    "sub_pearson": Claim(partial(sub_drops, measure="pearson"), "set", _SUB_DROPS),
    "seventy": Claim(seventy, "metric", "65 to 75 %"),
    "larger": Claim(
        larger,
        "metric",
        "an edit that agrees has the larger share, among sentences of as many edits, above 50 %",
    ),
    "never_worst": Claim(
        never_worst,
        "metric",
        "agreement minus that of the worse of Add and Sub above 0, by Holm's correction",
    ),
    "method_order": Claim(method_order, "metric", kinds=(SOME, IMPARA)),
    "agreement_order": Claim(
        agreement_order, "set", "PPL, SOME, IMPARA: each minus the next above 0"
    ),
    "ranking_order": Claim(
        partial(ranking_order, order=(PPL, SOME, IMPARA)),
        "set",
        "PPL, SOME, IMPARA: each minus the next above 0",
    ),
    "ranking_order_minimal": Claim(
        partial(ranking_order, order=(PPL, IMPARA, SOME)),
        "set",
        "PPL, IMPARA, SOME: each minus the next above 0",
    ),
    "fluency_edits": Claim(
        partial(same_order, same=True),
        "set",
        "of each two metrics, the same one is ahead in both",
    ),
    "minimal_edits": Claim(
        partial(same_order, same=False), "set", "of two metrics, one is ahead in each"
    ),
    "table_1": Claim(
        table_1,
        "metric",
        "largest distance to the printed φ below 0.005",
        kinds=(IMPARA,),
    ),
    "u_to_you": Claim(
        u_to_you,
        "set",
        "φ lowest and negative under IMPARA, positive under SOME and PPL",
    ),
    "comma": Claim(comma, "set", "φ less than 0.01 apart, shares of Σ|φ| more"),
    "table_2": Claim(table_2, "data set"),
    "sampling_error": Claim(
        partial(sampling_error, estimator="shapley_sampling"), "metric"
    ),
    "sampling_error_of_code": Claim(
        partial(sampling_error, estimator="official_sampling"), "metric"
    ),
    "sampling_reorders": Claim(
        sampling_reorders,
        "set",
        "share of pairs in another order, under IMPARA minus the larger of the others, above 0",
    ),
    "varies_less": Claim(
        varies_less,
        "set",
        "standard deviation of scores below SOME's, and error over mean |φ| above SOME's",
    ),
    "rises_rapidly": Claim(
        rises_rapidly,
        "metric",
        "from eleven edits on, each takes at least 1.5 times as long as one edit less",
    ),
    "sampling_second": Claim(
        sampling_second,
        "metric",
        "evaluations of 64 permutations times the seconds of one, at most 1.5 s",
    ),
    "types_differ": Claim(
        types_differ,
        "set",
        "some type differs between two of the metrics, by Holm's correction",
    ),
    "orthography": Claim(
        orthography, "metric", "mean normalised φ below that of the other types"
    ),
    "highest": Claim(
        highest,
        "metric",
        "mean score minus the highest of the others, in each resample, above 0",
        kinds=(SOME,),
    ),
    "adverbs": Claim(
        adverbs,
        "metric",
        "precision minus the mean of the others largest in ADV and ORTH",
        kinds=(SOME,),
    ),
    "precise": Claim(
        precise,
        "metric",
        "the most precise in more types than any other",
        kinds=(SOME,),
    ),
    "overcorrects": Claim(
        overcorrects,
        "metric",
        "most edits of all, and mean precision over types minus T5's below 0",
        kinds=(SOME,),
    ),
    "low_precision": Claim(
        low_precision,
        "data set",
        "lowest precision and highest recall of the five systems, by ERRANT",
    ),
    "only_to_just": Claim(
        only_to_just,
        "set",
        "φ of only → just lowest and negative under IMPARA, positive under SOME",
    ),
}
"""Question of each claim, by its name in `printed.yaml`."""


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


def _signs(table: pd.DataFrame) -> dict[tuple[str, str], int]:
    """Sign of the lead of one metric over another: 1, −1, or 0 if it stays open."""
    signs = {}
    for row in table[table["metric"] != table["other_metric"]].itertuples():
        signs[row.metric, row.other_metric] = int(row.low > 0) - int(row.high < 0)
    return signs


def _example(rows: Rows, metric: str) -> pd.DataFrame:
    """The edits of the paper's example under a metric."""
    table = rows.of("case_study", metric=metric, system=PRINTED["case"]["system"])
    table = (
        table[table["type"].fillna("") != ""]
        .reset_index(drop=True)
        .fillna({"source": ""})
    )
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
    return wide.loc[[_MODEL, *_OTHERS]]


def _need_five_systems(table: pd.DataFrame) -> None:
    if not {_MODEL, *_OTHERS} <= set(table.index):
        raise UnansweredError("not the paper's five systems")


def _agreement(rows: Rows) -> dict[str, float]:
    """Agreement of each metric with the references, by its type."""
    return {
        kind: rows.agreement(name)["agreement"] for kind, name in rows.models.items()
    }


def _accuracy(rows: Rows) -> dict[str, float]:
    """Accuracy of each metric in the meta-evaluation, by its type."""
    accuracy = {}
    for kind, name in rows.models.items():
        accuracy[kind] = rows.one("meta_evaluation", metric=name)["accuracy"]
    return accuracy


def _titles_by(values: Mapping[str, float]) -> str:
    """Titles of metrics from the highest value to the lowest."""
    return ", ".join(
        TITLES[kind] for kind in sorted(values, key=values.__getitem__, reverse=True)
    )


def _listed(values: Mapping[str, float] | pd.Series, digits: int) -> str:
    return ", ".join(
        f"{TITLES[kind]} {numeral(value, digits)}" for kind, value in values.items()
    )
