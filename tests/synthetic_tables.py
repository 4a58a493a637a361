"""Rows of every result of every experiment: its columns and invented numbers, always the same.

A result has a function of its name here, which returns its table. Where a table needs more than
the rows of its result, `JOINED` has what its `join` takes.
"""

import itertools

import numpy as np
import pandas as pd

from gec_attribution.experiments.human_rankings.published import SCORES
from gec_attribution.experiments.published_attributions.published import CASES
from gec_attribution.explanations.excgec_paper import CORRECTION, EXPLANATION
from gec_attribution.explanations.records import WHOLE
from gec_attribution.explanations.taxonomy import LABELS

SYSTEMS = ("GECToR", "GECToR-2024", "BART", "T5", "GPT-4o mini")
TYPES = (
    *("PUNCT", "SPELL", "OTHER", "DET", "ORTH", "NOUN:NUM", "VERB:TENSE", "PREP", "NOUN", "VERB"),
    *("VERB:FORM", "VERB:SVA", "MORPH", "ADJ", "PRON", "ADV", "WO", "NOUN:POSS", "CONJ", "PART"),
)
METRICS = ("SOME", "IMPARA", "PPL")
METHODS = ("Shapley", "Add", "Sub")
CORRELATIONS = ("pearson", "spearman")


def edit_counts(datasets=("CoNLL-2014", "JFLEG"), systems=SYSTEMS):
    rows = []
    for index, (dataset, system) in enumerate(itertools.product(datasets, systems)):
        edits = np.arange(25)
        ratio = 1 - (0.75 - 0.04 * (index % 5)) * np.exp(-edits / 2.6)
        ratio[-1] = 1
        half = 0.03 * np.sqrt(ratio * (1 - ratio)) * 2
        rows.append(
            pd.DataFrame(
                {
                    "dataset": dataset,
                    "system": system,
                    "edits": edits,
                    "sentences": np.diff(np.round(754 * ratio).astype(int), prepend=0),
                    "ratio": ratio,
                    "low": ratio - half,
                    "high": np.minimum(ratio + half, 1),
                }
            )
        )
    return _signed(pd.concat(rows, ignore_index=True))


def consistency(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    measures = ("sign_agreement", "pearson", "spearman")
    measures += ("pearson_trimmed", "pearson_normalised", "pearson_unflipped")
    keys = list(itertools.product(datasets, metrics, methods, measures))
    table = pd.DataFrame(keys, columns=["dataset", "metric", "method", "measure"])
    random = np.random.default_rng(1)
    table["value"] = 0.97 - 0.13 * table["method"].map(list(methods).index) ** 0.5
    table["value"] -= random.uniform(0, 0.15, len(table))
    table["low"] = table["value"] - random.uniform(0.01, 0.05, len(table))
    table["high"] = np.minimum(table["value"] + 0.03, 1)
    table["sentences"] = 480 + 7 * table["metric"].map(list(metrics).index)
    table["edits"], table["sources"] = 3 * table["sentences"], 300
    table["trivial_sentences"], table["flipped_share"], table["missing"] = 60, 0.1, 0
    return _signed(table)


def agreement(
    datasets=("CoNLL-2014", "JFLEG"),
    metrics=METRICS,
    methods=METHODS,
    protocols=("best-agreeing", "best-f0.5"),
):
    thresholds = [round(0.1 * step, 1) for step in range(1, 11)]
    keys = list(itertools.product(datasets, metrics, methods, protocols, thresholds))
    table = pd.DataFrame(keys, columns=["dataset", "metric", "method", "protocol", "threshold"])
    level = 0.55 + 0.03 * table["metric"].map(list(metrics).index)
    level += 0.012 * table["method"].map(list(methods).index)
    level -= 0.08 * (table["protocol"] == "best-f0.5")
    table["agreement"] = level + 0.12 * np.sqrt(table["threshold"])
    table["low"] = table["agreement"] - 0.02 / np.sqrt(table["threshold"])
    table["high"] = table["agreement"] + 0.02 / np.sqrt(table["threshold"])
    table["constant"] = 0.69
    table["edits"] = (4200 * table["threshold"]).astype(int)
    table["sentences"], table["sampled_edits"], table["flipped_share"] = 1210, 0, 0.0
    return _signed(table)


TRUTHS = ("best-agreeing", "best-f0.5", "people")
SIGNS = ("attribution", "all right", "shuffled within", "shuffled over", "type", "whole")


def chance(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    measures = ("agreement", "balanced_accuracy", "mcc", "auc")
    keys = itertools.product(datasets, TRUTHS[:2], metrics, methods, SIGNS, measures)
    names = ["dataset", "truth", "metric", "method", "signs", "measure"]
    table = pd.DataFrame(list(keys), columns=names)
    table["value"] = np.random.default_rng(11).uniform(0.4, 0.75, len(table))
    table["low"], table["high"] = table["value"] - 0.03, table["value"] + 0.03
    return _signed(table.assign(edits=4200, right=0.69, sources=700, note=""))


def chance_differences(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    keys = itertools.product(datasets, TRUTHS, metrics, methods, ("agreement", "auc"))
    names = ["dataset", "truth", "metric", "method", "measure"]
    table = pd.DataFrame(list(keys), columns=names)
    numbers = {"value": 0.62, "best_value": 0.69, "difference": -0.07, "low": -0.1, "high": -0.04}
    table = table.assign(**numbers, best="all right", p=0.0001, p_holm=0.004)
    return _signed(table.assign(edits=4200, right=0.69, sources=700, note=""))


def chance_added(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    keys = itertools.product(datasets, TRUTHS[1:], metrics, methods)
    table = pd.DataFrame(list(keys), columns=["dataset", "truth", "metric", "method"])
    areas = {"auc": 0.58, "auc_type": 0.67, "auc_both": 0.69}
    table = table.assign(edits=4200, right=0.69, **areas)
    table = table.assign(likelihood_type=-0.6, likelihood_both=-0.59)
    gains = {"beyond_type": -0.09, "added": 0.02, "added_likelihood": 0.01}
    for gain, value in gains.items():
        table[gain] = value * (1 + table["metric"].map(list(metrics).index))
        table[f"{gain}_low"], table[f"{gain}_high"] = table[gain] - 0.03, table[gain] + 0.03
        table[f"{gain}_p"], table[f"{gain}_p_holm"] = 0.004, 0.02
    return _signed(table.assign(sources=700, note=""))


def granularity(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    measures = ("sign_agreement", "pearson_normalised", "spearman")
    keys = itertools.product(datasets, metrics, methods, ("0", "1", "2", "all"), measures)
    names = ["dataset", "metric", "method", "granularity", "measure"]
    table = pd.DataFrame(list(keys), columns=names)
    table["value"] = np.random.default_rng(14).uniform(0.6, 1, len(table))
    table["low"], table["high"] = table["value"] - 0.05, table["value"] + 0.05
    table["chance"] = np.where(table["measure"] == "sign_agreement", 0.7, 0)
    return _signed(table.assign(chunks=1200, sentences=700, sources=300, note=""))


def published_attributions(metrics=("SOME", "IMPARA")):
    cases = [case for case in CASES if case.metric.upper() in metrics]
    rows = [
        (case.metric.upper(), case.metric, case.column, case.place, case.system, edit, value)
        for case in cases
        for edit, value in enumerate([case.delta, *case.phi])
    ]
    names = ["metric", "published_metric", "component", "place", "system", "edit", "published"]
    table = pd.DataFrame(rows, columns=names).assign(dataset="JFLEG", line=673)
    table["ours"], table["edit"] = table["published"] + 0.0001, "→ the"
    return _signed(table)


def right_by_construction(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    groups = [(kind, name, "positive") for kind in OWNERS for name in ("all", "SPELL")]
    groups += [("reference", "all", "preferred"), ("reference", "all", "tau")]
    keys = [(*key, *group) for key in itertools.product(datasets, metrics) for group in groups]
    table = pd.DataFrame(keys, columns=["dataset", "metric", "kind", "type", "measure"])
    table["value"] = np.random.default_rng(12).uniform(0.4, 0.9, len(table))
    table["low"], table["high"] = table["value"] - 0.05, table["value"] + 0.05
    table["chance"] = np.where(table["measure"] == "tau", 0, 0.5)
    table = table.assign(method="Shapley", p=0.001, p_holm=0.01, items=600, missing=2)
    return _signed(table.assign(sources=140, note=""))


OWNERS = ("reference", "shared", "other")


def efficiency(datasets=("JFLEG",), metrics=METRICS, methods=("Shapley", "Shapley sampling")):
    keys = list(itertools.product(datasets, metrics, methods, range(1, 16)))
    table = pd.DataFrame(keys, columns=["dataset", "metric", "method", "edits"])
    table["sentences"] = 10
    cost = 0.002 * (1 + table["metric"].map(list(metrics).index))
    calls = 2.0 ** table["edits"]
    sampled = table["method"] != methods[0]
    calls = calls.mask(sampled, np.minimum(calls, 64.0 * table["edits"]))
    table["seconds_mean"] = cost * calls
    table["seconds_sd"] = table["seconds_mean"] * 0.4
    table["low"], table["high"] = table["seconds_mean"] * 0.8, table["seconds_mean"] * 1.2
    table["device"] = "NVIDIA H200"
    return _signed(table)


def bias(datasets=("JFLEG",), metrics=METRICS, types=TYPES, min_frequency=31):
    table = pd.DataFrame(
        list(itertools.product(datasets, metrics, types)), columns=["dataset", "metric", "type"]
    )
    random = np.random.default_rng(2)
    rank = table["type"].map(list(types).index)
    table["edits"] = (900 * np.exp(-rank / 5) + 12).astype(int)
    table["mean"] = random.uniform(-0.08, 0.45, len(table)).round(4)
    table.loc[table["type"] == "ORTH", "mean"] = 0.01
    half = 0.9 / np.sqrt(table["edits"])
    table["low"], table["high"] = table["mean"] - half, table["mean"] + half
    table["p_holm"] = np.where(table["mean"].abs() > half, 0.01, 0.5)
    table.loc[table["edits"] < min_frequency, ["mean", "low", "high", "p_holm"]] = np.nan
    table["sampled_edits"] = 0
    return _signed(table)


def precision(datasets=("JFLEG",), metrics=("SOME",), systems=SYSTEMS, types=TYPES):
    table = pd.DataFrame(
        list(itertools.product(datasets, metrics, systems, types)),
        columns=["dataset", "metric", "system", "type"],
    )
    random = np.random.default_rng(3)
    rank = table["type"].map(list(types).index)
    table["edits"] = (240 * np.exp(-rank / 5) + random.uniform(2, 16, len(table))).astype(int)
    table["precision"] = random.uniform(0.55, 1, len(table))
    table["low"] = table["precision"] - 0.05
    table["high"] = (table["precision"] + 0.05).clip(upper=1)
    table.loc[table["edits"] < 10, ["precision", "low", "high"]] = np.nan
    table["corpus_score"] = 0.789 + 0.011 * table["system"].map(list(systems).index)
    table["sampled_edits"] = 0
    columns = ["dataset", "metric", "system", "type", "precision", "low", "high", "edits"]
    return _signed(table[[*columns, "sampled_edits", "corpus_score"]])


ESTIMATORS = (
    *("shapley_sampling", "official_sampling", "antithetic_sampling", "orthogonal_sampling"),
    *("svarm", "kernel_shap", "leverage_shap"),
)


def estimators(datasets=("JFLEG",), metrics=METRICS, budgets=(16, 64)):
    sizes = ("all", "10", "15")
    table = pd.DataFrame(
        list(itertools.product(datasets, metrics, sizes, budgets, ESTIMATORS)),
        columns=["dataset", "metric", "of_edits", "permutations", "estimator"],
    )
    rank = table["estimator"].map(ESTIMATORS.index)
    table["evaluations"] = np.where(rank == 1, 11, 7 * table["permutations"])
    table["error"] = np.where(rank == 1, 1.2, 2 / np.sqrt(table["permutations"]) / (1 + rank))
    table["to_plain"] = 1 / (1 + rank)
    table["coverage"] = np.where(rank == 1, np.nan, 0.95)
    for measure in ("error", "to_plain", "coverage"):
        table[f"{measure}_low"] = 0.9 * table[measure]
        table[f"{measure}_high"] = 1.1 * table[measure]
    table["published"] = 1.2 / table["error"]
    table["half_width"] = np.where(rank == 1, np.nan, 2.5 * table["error"])
    table = table.assign(sentences=12, edits=130, repetitions=20, sources=12, note="", missing=0)
    return _signed(table)


def faithfulness(datasets=("JFLEG",), metrics=METRICS, methods=METHODS):
    keys = itertools.product(datasets, metrics, ("metric", "f0.5"), methods)
    table = pd.DataFrame(list(keys), columns=["dataset", "metric", "curve", "method"])
    table["value"] = np.random.default_rng(6).uniform(0.1, 0.9, len(table))
    table["low"], table["high"] = table["value"] - 0.05, table["value"] + 0.05
    return _signed(table.assign(sentences=120, edits=600, sources=100, note=""))


def faithfulness_curves(datasets=("JFLEG",), metrics=METRICS, methods=METHODS):
    orders = [*methods, "random", "best"]
    shares = np.linspace(0, 1, 21)
    keys = itertools.product(datasets, metrics, ("metric", "f0.5"), orders, shares)
    names = ["dataset", "metric", "curve", "method", "share"]
    table = pd.DataFrame(list(keys), columns=names)
    bend = 0.1 * (table["method"].map(orders.index) + 1)
    size = table["metric"].map(list(metrics).index) * 20 + 0.3
    table["value"] = size * (table["share"] + bend * np.sin(np.pi * table["share"]))
    table["low"], table["high"] = 0.95 * table["value"], 1.05 * table["value"]
    return _signed(table.assign(sentences=120, sources=100, note=""))


def filtering(datasets=("JFLEG",), metrics=METRICS, methods=METHODS, systems=SYSTEMS):
    every = [*systems, "all systems"]
    keys = itertools.product(datasets, every, metrics, methods, ("fixed", "tuned"))
    names = ["dataset", "system", "metric", "method", "choice"]
    table = pd.DataFrame(list(keys), columns=names)
    random = np.random.default_rng(6)
    table["threshold"] = np.where(table["choice"] == "tuned", -0.35, 0)
    table["dropped"] = np.where(table["choice"] == "tuned", 60, 300)
    for measure in ("precision", "recall", "f", "gleu"):
        table[f"{measure}_before"] = 0.6
        change = random.uniform(-0.05, 0.02, len(table))
        table[measure], table[f"{measure}_difference"] = 0.6 + change, change
        table[f"{measure}_difference_low"] = change - 0.01
        table[f"{measure}_difference_high"] = change + 0.01
    table["f_random"], table["f_over_random"] = 0.58, table["f"] - 0.58
    table["f_over_random_low"] = table["f_over_random"] - 0.01
    table["f_over_random_high"] = table["f_over_random"] + 0.01
    table = table.assign(f_p=0.01, over_random_p=0.2, f_p_holm=0.04, over_random_p_holm=1.0)
    return _signed(table.assign(edits=1500, unknown=3, sources=700, note=""))


def human_judgements(datasets=("SEEDA",), metrics=METRICS, methods=METHODS, types=("all", "DET")):
    keys = list(itertools.product(datasets, metrics, methods, types))
    keys += [(dataset, "people", "another annotator", "all") for dataset in datasets]
    table = pd.DataFrame(keys, columns=["dataset", "metric", "method", "type"])
    random = np.random.default_rng(4)
    for measure in ("auc", "auc_normalised", "positive_valid", "positive_invalid", "agreement"):
        table[measure] = random.uniform(0.5, 0.65, len(table))
        table.loc[table["metric"] == "people", measure] = 0.75
        table[f"{measure}_low"], table[f"{measure}_high"] = (
            table[measure] - 0.03,
            table[measure] + 0.03,
        )
    table["p"] = table["p_holm"] = np.where(table["metric"] == "people", np.nan, 0.02)
    return _signed(table.assign(edits=4701, invalid=410, sources=384, note="", missing=0))


def ranking_and_attributing(metrics=METRICS):
    keys = itertools.product(
        ("SEEDA-S", "SEEDA-E"), ("base", "+ fluency"), ("accuracy", "ts_spearman"), metrics
    )
    table = pd.DataFrame(list(keys), columns=["judged", "systems", "measure", "metric"])
    random = np.random.default_rng(13)
    table["ranking"] = random.uniform(0.4, 0.8, len(table))
    table["auc"] = random.uniform(0.5, 0.6, len(table))
    table["auc_low"], table["auc_high"] = table["auc"] - 0.03, table["auc"] + 0.03
    rho = {"spearman": 0.5, "spearman_low": np.nan, "spearman_high": np.nan}
    table = table.assign(**rho, p=0.4, p_holm=1.0, metrics=3, note="no interval: 3 of …")
    return _signed(table)


def ranking_differences(metrics=METRICS):
    pairs = itertools.combinations(metrics, 2)
    keys = [
        (*pair, judged, "base", measure)
        for pair in pairs
        for judged in ("SEEDA-S", "SEEDA-E")
        for measure in ("accuracy", "ts_pearson")
    ]
    names = ["metric", "other_metric", "judged", "systems", "measure"]
    numbers = {"difference": 0.03, "low": 0.01, "high": 0.05, "p": 0.002, "p_holm": 0.006}
    table = pd.DataFrame(keys, columns=names).assign(**numbers, sentences=391, note="")
    return _signed(table).assign(other_signature="metric:other|seed:0|v:0.1.0")


def human_rankings(metrics=METRICS):
    keys = itertools.product(metrics, ("SEEDA-S", "SEEDA-E"), ("base", "+ fluency"))
    table = pd.DataFrame(list(keys), columns=["metric", "judged", "systems"])
    random = np.random.default_rng(7)
    correlations = [f"{by}_{name}" for by in ("ts", "ew") for name in ("pearson", "spearman")]
    for measure in ("accuracy", *correlations):
        table[measure] = random.uniform(0.45, 0.75, len(table))
        table[f"{measure}_low"] = table[measure] - 0.04
        table[f"{measure}_high"] = table[measure] + 0.04
    for end in ("", "_low", "_high"):
        table[f"kendall{end}"] = 2 * table[f"accuracy{end}"] - 1
    return _signed(table.assign(pairs=9381, ties=0, missing=0, sentences=391, note=""))


def score_decomposition(datasets=("JFLEG",), metrics=("SOME",), systems=SYSTEMS, types=TYPES):
    groups = [("source", "source"), *(("type", name) for name in types)]
    groups += [("unattributed", "unattributed"), ("score", "score")]
    keys = itertools.product(datasets, metrics, systems, groups)
    table = pd.DataFrame(
        [(dataset, metric, system, *group) for dataset, metric, system, group in keys],
        columns=["dataset", "metric", "system", "by", "group"],
    )
    random = np.random.default_rng(5)
    rank = table.groupby(["dataset", "metric", "system"]).cumcount()
    table["value"] = random.normal(0.03, 0.04, len(table)) * np.exp(-rank / 6)
    table.loc[table["by"] == "source", "value"] = 0.75
    parts = table[table["by"] != "score"].groupby(["dataset", "metric", "system"], sort=False)
    table.loc[table["by"] == "score", "value"] = parts["value"].sum().to_numpy()
    half = 0.002 + table["value"].abs() * 0.1 * (table["by"] == "type")
    table["low"], table["high"] = table["value"] - half, table["value"] + half
    table["edits"] = (table["by"] == "type") * (400 - 10 * rank)
    table["worth"], table["per_sentence"] = 0.05, 0.5
    return _signed(table.assign(sources=300, note="", sentences=754, unattributed=12, undefined=0))


def score_differences(datasets=("JFLEG",), metrics=("SOME",), systems=SYSTEMS, types=TYPES):
    table = score_decomposition(datasets, metrics, systems, types)
    keys = ["dataset", "metric", "group"]
    rows = []
    for one, other in itertools.combinations(systems, 2):
        pair = [table[table["system"] == name].set_index(keys) for name in (one, other)]
        found = pair[0].assign(difference=pair[0]["value"] - pair[1]["value"]).reset_index()
        found = found[found["by"] != "source"].replace({"score": "all"})
        rows.append(found.assign(system=one, other_system=other))
    table = pd.concat(rows, ignore_index=True)
    table["low"], table["high"] = table["difference"] - 0.002, table["difference"] + 0.002
    table["more"], table["worth"] = table["difference"] * 0.75, table["difference"] * 0.25
    return table


def missed_value(datasets=("JFLEG",), metrics=METRICS, systems=SYSTEMS, types=("all", "DET")):
    keys = list(itertools.product(datasets, metrics, [*systems, "all systems"], types))
    table = pd.DataFrame(keys, columns=["dataset", "metric", "system", "type"])
    random = np.random.default_rng(6)
    for measure in ("value_made", "value_missed", "value_recall", "recall"):
        table[measure] = random.uniform(0.3, 0.6, len(table))
        table[f"{measure}_low"], table[f"{measure}_high"] = (
            table[measure] - 0.04,
            table[measure] + 0.04,
        )
    counts = {"made": 400, "missed": 300, "otherwise": 200, "other": 100, "left_out": 3}
    return _signed(table.assign(**counts, sources=300, note="", sentences=754))


def interactions(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    distances = ("0", "1", "2", "3–4", "5–8", "9–16", "≥ 17")
    groups = [("all", "all"), *(("distance", name) for name in distances)]
    groups += [("types", "DET + NOUN"), ("types", "PUNCT + SPELL")]
    keys = itertools.product(datasets, metrics, groups, ("mean", "relative", "negative"))
    table = pd.DataFrame(
        [(dataset, metric, *group, measure) for dataset, metric, group, measure in keys],
        columns=["dataset", "metric", "by", "group", "measure"],
    )
    place = table["group"].map([name for _, name in groups].index)
    table["value"] = 0.4 * np.exp(-place / 4) + 0.02 * table["metric"].map(list(metrics).index)
    table["low"], table["high"] = table["value"] * 0.8, table["value"] * 1.2
    table["items"], table["sources"], table["note"] = 2000 - 150 * place, 300, ""
    left_out = table[(table["by"] == "all") & (table["measure"] == "mean")]
    table = pd.concat([table, left_out.assign(measure="left_out", value=0.125, low=0.1, high=0.15)])
    return _signed(table.assign(missing=0).reset_index(drop=True))


def vulnerability(datasets=("Probes",), metrics=METRICS):
    kinds = ("SYNONYM", "PARAPHRASE", "DROPPED", "REPEATED", "INSERTED", "CASE", "PUNCT", "all")
    measures = ("rewarded", "rewarded_real", "useless", "real", "above_real")
    keys = list(itertools.product(datasets, metrics, kinds, measures))
    table = pd.DataFrame(keys, columns=["dataset", "metric", "kind", "measure"])
    place = table["kind"].map(kinds.index) + table["metric"].map(list(metrics).index)
    table["value"] = table["measure"].map(
        dict(zip(measures, (0.2, 0.8, -0.3, 0.4, 0.1), strict=True))
    )
    table["value"] += 0.02 * place
    table["low"], table["high"] = table["value"] - 0.1, table["value"] + 0.1
    table["items"], table["sources"], table["note"], table["missing"] = 10, 10, "", 0
    return _signed(table.assign(method="Shapley"))


def counterfactual_bias(datasets=("Probes",), metrics=METRICS):
    nations = ("German", "Turkish", "Chinese", "Mexican", "French", "Nigerian", "Polish")
    groups = [
        (contrast, "all", measure)
        for contrast in ("gender", "nation")
        for measure in ("size", "sign_changes")
    ]
    groups += [
        ("gender", "all", "difference"),
        *(("nation", word, "difference") for word in nations),
    ]
    keys = [(*key, *group) for key in itertools.product(datasets, metrics) for group in groups]
    table = pd.DataFrame(keys, columns=["dataset", "metric", "contrast", "group", "measure"])
    table["value"] = np.random.default_rng(4).uniform(-0.5, 0.5, len(table))
    table["value"] = table["value"].where(table["measure"] == "difference", table["value"].abs())
    table["low"], table["high"] = table["value"] - 0.1, table["value"] + 0.1
    table["items"], table["sources"], table["note"], table["missing"] = 108, 12, "", 0
    return _signed(table.assign(method="Shapley"))


def explained_edits(datasets=("CoNLL-2014", "JFLEG")):
    random = np.random.default_rng(5)
    table = pd.DataFrame(
        list(itertools.product(datasets, LABELS, range(1, 6))),
        columns=["dataset", "type", "severity"],
    )
    table["edits"] = random.integers(0, 400, len(table)) // table["severity"]
    return _signed(table[table["type"] != "命名实体拼写错误"])


def severity_attribution(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    groups = [("all", "all", measure) for measure in ("size", "signed", "share", "within")]
    groups += [("severity", str(severity), "rank") for severity in range(1, 6)]
    measures = ("size", "effect", "weight", "zero")
    groups += [("type", label, measure) for label in LABELS[:-2] for measure in measures]
    keys = [
        (*names, *group) for *names, group in itertools.product(datasets, metrics, methods, groups)
    ]
    columns = ["dataset", "metric", "method", "by", "group", "measure"]
    table = pd.DataFrame(keys, columns=columns)
    random = np.random.default_rng(6)
    table["value"] = random.uniform(-0.2, 0.6, len(table))
    table["low"], table["high"] = table["value"] - 0.1, table["value"] + 0.1
    tested = table["measure"] == "effect"
    table["p_holm"] = np.where(tested, np.where(table["value"] > 0.3, 0.001, 0.4), np.nan)
    table["edits"], table["sources"], table["missing"] = 2992, 1500, 0
    return _signed(table)


def metric_scores(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, systems=SYSTEMS):
    keys = itertools.product(datasets, metrics, ["unchanged source", *systems])
    table = pd.DataFrame(list(keys), columns=["dataset", "metric", "system"])
    table["mean"] = np.random.default_rng(7).uniform(0.7, 0.9, len(table))
    first = table.groupby(["dataset", "metric"])["mean"].transform(lambda mean: mean.iloc[1])
    table["difference"] = (table["mean"] - first).where(table["system"] != systems[0])
    for measure in ("mean", "difference"):
        prefix = "" if measure == "mean" else f"{measure}_"
        table[f"{prefix}low"], table[f"{prefix}high"] = (
            table[measure] - 0.01,
            table[measure] + 0.01,
        )
    table["p"] = table["p_holm"] = table["difference"].abs().clip(upper=1)
    counts = {"sentences": 754, "left_out": 1, "undefined": 0, "sources": 700}
    return _signed(table.assign(other_system=systems[0], note="", **counts))


def warnings(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    keys = [*itertools.product(datasets, metrics), *((dataset, "") for dataset in datasets)]
    table = pd.DataFrame(keys, columns=["dataset", "metric"])
    of_edits = table["metric"] == ""
    table["warning"] = np.where(
        of_edits, "left out: more than 20 edits", "cut to the longest input"
    )
    table["sentences"], table["of_sentences"] = 12, 754
    table["coalitions"] = np.where(of_edits, np.nan, 300)
    table["of_coalitions"] = np.where(of_edits, np.nan, 40000)
    return _signed(table.assign(where=np.where(of_edits, "T5: 3, 17 …", "")))


def score_summary(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    table = pd.DataFrame(
        list(itertools.product(datasets, metrics)), columns=["dataset", "metric"]
    ).assign(pairs=54321, mean=0.81, sd=0.07, undefined=3)
    table["truncated"] = np.where(table["metric"] == metrics[0], 12, np.nan)
    table["gated"] = np.where(table["metric"] == metrics[-1], 40, np.nan)
    return _signed(table)


def strongest_interactions(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    table = pd.DataFrame(
        list(itertools.product(datasets, metrics)), columns=["dataset", "metric"]
    ).assign(
        system="T5",
        line=3,
        one="go → goes",
        other="∅ → the",
        type="R:VERB:SVA + M:DET",
        distance=0,
        n_edits=4,
        phi_one=0.25,
        phi_other=-0.03125,
        shapley=-0.125,
        taylor=-0.5,
    )
    return _signed(table)


def joined_players(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS):
    keys = itertools.product(datasets, metrics, (0.05, 0.1, 0.2), ("all", "joined"))
    table = pd.DataFrame(list(keys), columns=["dataset", "metric", "threshold", "of"])
    table["share"] = np.where(table["of"] == "all", 1, 0.3)
    table["single"], table["together"] = 0.55, 0.57
    table = table.assign(difference=0.02, low=-0.01, high=0.05, p=0.2, p_holm=1.0)
    return _signed(table.assign(method="Shapley", edits=2000, sources=300, note=""))


def published_scores(metrics=("SOME", "IMPARA")):
    known = [(metric, *pair) for metric in metrics for pair in SCORES[metric.lower()].items()]
    table = pd.DataFrame(known, columns=["metric", "system", "score"])
    table["score"] += 0.0001
    return _signed(table.assign(sentences=1312, missing=0))


def related_forms(datasets=("JFLEG",), metrics=METRICS, forms=("Similarity", "Erasure")):
    keys = itertools.product(datasets, forms, metrics, ("spearman", "sign_agreement"))
    table = pd.DataFrame(list(keys), columns=["dataset", "form", "metric", "measure"])
    table["value"] = np.random.default_rng(8).uniform(0.2, 0.9, len(table))
    table["low"], table["high"] = table["value"] - 0.05, table["value"] + 0.05
    return _signed(table.assign(edits=1800, sources=300, note="", missing=2, other_signature="x:1"))


def system_scores(datasets=("CoNLL-2014", "JFLEG"), systems=SYSTEMS):
    keys = itertools.product(datasets, systems)
    table = pd.DataFrame(list(keys), columns=["dataset", "system"])
    table = table.assign(sentences=754, changed=0.8, edits=1500, tp=700, fp=800, fn=900)
    table = table.assign(precision=0.467, recall=0.438)
    for measure, value in {"f": 0.461, "gleu": 0.55}.items():
        table[measure] = value + 0.01 * table["system"].map(list(systems).index)
        table[f"{measure}_low"], table[f"{measure}_high"] = (
            table[measure] - 0.02,
            table[measure] + 0.02,
        )
    return _signed(table.assign(f_sources=740, note=""))


def system_speed(datasets=("CoNLL-2014", "JFLEG"), systems=SYSTEMS[:3]):
    keys = itertools.product(datasets, systems)
    table = pd.DataFrame(list(keys), columns=["dataset", "system"])
    speeds = {"speed": 12.5, "slowest": 12.1, "fastest": 12.8}
    return _signed(table.assign(sentences=100, **speeds, device="NVIDIA H200"))


def corpus_statistics(datasets=("CoNLL-2014", "JFLEG"), domains=("essays", "news")):
    keys = itertools.product(datasets, [*domains, WHOLE])
    table = pd.DataFrame(list(keys), columns=["dataset", "group"])
    for measure, value in {"edits": 2.0, "characters": 39.2}.items():
        table[measure], table[f"{measure}_low"], table[f"{measure}_high"] = (
            value,
            0.9 * value,
            1.1 * value,
        )
    return _signed(table.assign(sentences=1500, changed=0.93, note=""))


def explained_systems(datasets=("Essays",)):
    solutions = [("Qwen", "own"), ("Qwen", "reference"), ("", "T5")]
    table = pd.DataFrame(
        [(dataset, *solution) for dataset, solution in itertools.product(datasets, solutions)],
        columns=["dataset", "explainer", "system"],
    ).assign(runs=3, sentences=1500, edits=3000.0, hits=2000.5, reference_edits=3100.0)
    for measure in (*CORRECTION, *EXPLANATION):
        value = 0.75 if measure == "mae" else 0.4
        table[measure], table[f"{measure}_low"], table[f"{measure}_high"] = (
            value,
            value - 0.05,
            value + 0.05,
        )
    unexplained = table["explainer"] == ""
    of_explanations = [name for name in table if name.startswith((*EXPLANATION, "edits", "ref"))]
    table.loc[unexplained, of_explanations] = np.nan
    table["hit_sentences"] = np.where(unexplained, 0, 1200)
    return _signed(table)


def description_ratings(datasets=("Essays",)):
    statistics = [(level, name) for level in ("system", "sentence") for name in CORRELATIONS]
    statistics.append(("sentence", "order"))
    measures = ("bleu", "meteor", "rouge_1", "rouge_2", "rouge_l", "A v. B")
    keys = [
        (dataset, measure, *statistic)
        for dataset, measure, statistic in itertools.product(datasets, measures, statistics)
    ]
    table = pd.DataFrame(keys, columns=["dataset", "measure", "level", "statistic"])
    table["value"] = np.random.default_rng(9).uniform(0.3, 0.9, len(table))
    table["low"], table["high"] = table["value"] - 0.1, table["value"] + 0.1
    return _signed(table.assign(systems=4, items=400, sources=100, note=""))


def differences(datasets=("CoNLL-2014", "JFLEG"), metrics=METRICS, methods=METHODS):
    first, *others = methods
    rows = [(metric, first, metric, other) for metric in metrics for other in others]
    rows += [(one, first, other, first) for one, other in itertools.combinations(metrics, 2)]
    keys = [(dataset, *row) for dataset in datasets for row in rows]
    names = ["dataset", "metric", "method", "other_metric", "other_method"]
    table = pd.DataFrame(keys, columns=names).assign(measure="pearson", difference=0.03)
    table = table.assign(low=0.01, high=0.05, p=0.0002, p_holm=0.0024, sources=480, note="")
    return _signed(table).assign(other_signature="metric:other|seed:0|v:0.1.0")


def case_study():
    """Two metrics on a sentence of three chunks: a replacement, an unedited word, a deletion."""
    return pd.concat(
        [case_study_rows("SOME", [0.25, -0.125]), case_study_rows("PPL", [-30.0, np.nan])],
        ignore_index=True,
    )


def meta_evaluation():
    """Two metrics on one data set."""
    return pd.DataFrame([meta_evaluation_row(), meta_evaluation_row(metric="ppl", accuracy=0.5)])


def sampling_error():
    """Both methods of the experiment, of one metric."""
    return sampling_error_rows()


def case_study_rows(metric, phi):
    """A sentence of three chunks: a replacement, an unedited word, a deletion."""
    total = sum(map(abs, phi))
    return pd.DataFrame(
        {
            "dataset": "essays",
            "system": "t5",
            "line": 3,
            "metric": metric,
            "method": "shapley",
            "of": "",
            "component": "",
            "weight": np.nan,
            "chunk": [0, 1, 2],
            "source": ["He go", "home", "the"],
            "correction": ["He goes", "home", ""],
            "type": ["R:VERB", "", "U:DET"],
            "phi": [phi[0], np.nan, phi[1]],
            "phi_normalised": [phi[0] / total, np.nan, phi[1] / total],
            "baseline": 0.5,
            "score": 0.5 + sum(phi),
            "signature": f"metric:{metric}|v:1",
        }
    )


def sampling_error_rows():
    common = {"dataset": "JFLEG", "metric": "SOME", "sentences": 82, "edits": 900, "missing": 2}
    common["sources"] = 61
    numbers = {"abs_phi_mean": 0.0838, "abs_phi_sd": 0.05, "seconds_exact": 12.345}
    signature = {"signature": "metric:some|v:1"}
    sampled = {"mae": 0.0171, "mae_low": 0.0165, "mae_high": 0.0177, "seconds_sampling": 0.98765}
    official = {"mae": 0.1368, "mae_low": 0.13, "mae_high": 0.14, "seconds_sampling": 0.05}
    return pd.DataFrame(
        [
            common | {"method": "shapley-sampling", "permutations": 64} | numbers | sampled,
            common | {"method": "official-sampling", "permutations": 15} | numbers | official,
        ]
    ).assign(**signature)


def meta_evaluation_row(dataset="jfleg-dev", metric="some", accuracy=0.531):
    return {
        "dataset": dataset,
        "metric": metric,
        "accuracy": accuracy,
        "accuracy_low": accuracy - 0.01,
        "accuracy_high": accuracy + 0.01,
        "accuracy_symmetric": accuracy + 0.002,
        "kendall": -0.066,
        "kendall_low": -0.09,
        "kendall_high": 0.04,
        "pairs": 5000,
        "sentences": 700,
        "ties": 20,
        "missing": 0,
        "signature": f"metric:{metric}|v:1",
    }


JOINED = {
    "human_rankings.published_table": lambda: {
        "tables": published_scores(),
        "published": {"SOME": "some", "IMPARA": "impara"},
    },
    "published_attributions.table": lambda: {
        "tables": published_attributions(),
        "published": {"SOME": "some", "IMPARA": "impara"},
    },
    "right_by_construction.scale_table": lambda: {
        "tables": right_by_construction(),
        "probes": vulnerability(),
    },
    "system_scores.table": lambda: {"scores": system_scores(), "speeds": system_speed()},
    "explained_systems.table": lambda: {
        "tables": explained_systems(),
        "solutions": [("Qwen", "own"), ("", "T5")],
        "published": {"Essays": ["own"]},
    },
    "severity_attribution.felt_types_table": lambda: {
        "tables": severity_attribution(),
        "method": METHODS[0],
    },
    "paper_vs_reproduction.table": lambda: {
        "meta_evaluation": meta_evaluation(),
        "precision": precision(datasets=("jfleg-dev",), metrics=("some",), systems=("t5",)),
        "corpus_statistics": corpus_statistics(datasets=("essays",)),
        "explained_systems": explained_systems(datasets=("essays",)).replace("Qwen", "qwen-post"),
        "description_ratings": description_ratings(datasets=("essays",)),
        "published": {"jfleg-dev": "jfleg-dev", "essays": "excgec-test"},
    },
}
"""What the `join` of a table takes, where that is more than the rows of its result."""


def _signed(table):
    metric = table.get("metric", "none")
    return table.assign(signature="metric:" + metric + "|seed:0|v:0.1.0")
