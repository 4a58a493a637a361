"""What attributions know of right and wrong edits, beside what is known without them.

The truth about an edit is what a reference says (the two protocols of Figure 4), or people.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import first_edits, signature_of, the_one
from gec_attribution.edits.error_types import main_type
from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.model import Edit
from gec_attribution.judging.edits_in_references import common_sentences, judge, most_agreeing
from gec_attribution.judging.judged_edits import judged_edits, with_judgements
from gec_attribution.statistics import bootstrap, nested_models
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.statistics.classification import (
    SIGN_MEASURES,
    area_under_curve,
    confusion,
    sign_measures,
)
from gec_attribution.statistics.signs import signs_of
from gec_attribution.storage.seeds import seed_from
from gec_study.experiments.inputs import Inputs

PHI, TYPE = "attribution", "type"
BASELINES = ("all right", "shuffled within", "shuffled over", TYPE, "whole")
"""What says of each edit whether it is right, without attributions; see `chance`."""
MEASURES = (*SIGN_MEASURES, "auc")
PEOPLE = "people"
# Shuffles over which what they give is averaged.
_SHUFFLES = 100
_KEYS = ["dataset", "truth", "metric", "method"]
_COMPARED = [
    *(*_KEYS, "measure", "edits", "right", "value", "best", "best_value"),
    *("difference", "low", "high", "p", "p_holm", "sources", "note", "signature"),
]


class Claims(NamedTuple):
    """What a method says of some edits, and what is true of them.

    Attributes:
        edits: the edits whose attribution has a sign: phi, sign, category, whole (the effect of
            the whole correction), source (its number), sentence (its number).
        agrees: (references, edits) whether each reference has the edit; one row for people.
        exists: (references, sentences) whether the sentence has so many references.
        best: (sentences,) the reference that is best whatever the method says.
        chosen: the truths that are asked for: `best-agreeing` where what is said chooses the
            reference, and the one that does not depend on it.
    """

    edits: pd.DataFrame
    agrees: np.ndarray
    exists: np.ndarray
    best: np.ndarray
    chosen: tuple[str, ...]


def compute(inputs: Inputs) -> dict[str, pd.DataFrame]:
    """`chance` of the metrics of a data set, by its references or by people."""
    tables = list(inputs.attributions())
    if inputs.files["judged"]:
        corrections = read_judged(inputs.files["judged"][0], inputs.settings["lines"]).corrections
        judged = judged_edits(corrections)
        claims = [(table, by_people(with_judgements(table, judged))) for table in tables]
        sources = int(judged["source"].max()) + 1
        choices: dict[str, Any] = {}
    else:
        options = inputs.settings["agreement"]
        sampled = inputs.settings["include_sampled"]
        claims = []
        references = inputs.references()
        for _, rows in pd.Series(tables).groupby(
            [the_one(table, "metric") for table in tables], sort=False
        ):
            claims += zip(
                rows,
                by_references(
                    list(rows), references, min_edits=options["min_edits"], include_sampled=sampled
                ),
                strict=True,
            )
        sources = len(references)
        choices = {"edits": f"{options['min_edits']}-", "sampled": sampled}
    return chance(claims, sources=sources, choices=choices, **inputs.resampling)


def by_references(
    attributions: Sequence[pd.DataFrame],
    references: Sequence[Sequence[Sequence[Edit]]],
    *,
    min_edits: int = 2,
    include_sampled: bool = True,
) -> Iterator[Claims]:
    """What each method of a metric says of the edits of Figure 4, and what references say.

    Args:
        attributions: those of one metric on one data set, one frame per method; of the same edits.
        references: the references of each line, as `read_references` gives them.
        min_edits: fewest edits of a sentence.
        include_sampled: keep sentences to which a method gave estimates from a sample of subsets.
    """
    tables, _ = common_sentences(attributions, min_edits, include_sampled)
    starts = first_edits(tables[0])
    judgement = judge(tables[0], starts, references)
    sentence = np.repeat(np.arange(len(starts)), tables[0]["n_edits"].iloc[starts])
    for table in tables:
        edits = _with_signs(table).assign(source=table["line"] - 1, sentence=sentence)
        kept = edits["sign"].to_numpy() != 0
        yield Claims(
            edits[kept].reset_index(drop=True),
            judgement.correct[:, kept],
            judgement.exists,
            judgement.best,
            ("best-agreeing", "best-f0.5"),
        )


def by_people(attributions: pd.DataFrame) -> Claims:
    """What a method says of the edits that people judged, and what people say.

    Args:
        attributions: those of one metric and method, as `with_judgements` gives them.
    """
    numbers = pd.factorize(attributions["line"])[0]
    edits = _with_signs(attributions).assign(source=attributions["source"], sentence=numbers)
    kept = edits["sign"].notna() & (edits["sign"] != 0)
    return Claims(
        edits[kept].reset_index(drop=True),
        attributions["valid"].to_numpy(dtype=bool)[None, kept],
        np.ones((1, numbers.max() + 1), dtype=bool),
        np.zeros(numbers.max() + 1, dtype=np.int64),
        (PEOPLE,),
    )


def chance(
    claims: Sequence[tuple[pd.DataFrame, Claims]],
    *,
    sources: int,
    choices: Mapping[str, object] | None = None,
    resamples: int = 1000,
    seed: int = 0,
) -> dict[str, pd.DataFrame]:
    """How well the signs of attributions, and what needs none, say which edits are right.

    Beside each method stand, for the same edits: `all right`, which says so of every edit; the
    method's signs, `shuffled within` sentences and `shuffled over` all edits; the `type`: whether
    most edits of its type are right in other sources; and `whole`: whether the metric prefers the
    whole correction to the source. Where what is said may choose its reference, these may, too. The
    area under the ROC curve, of φ and not of signs, needs a truth that nothing chooses.

    Args:
        claims: each table of attributions with its `Claims`, of all metrics of a data set.
        sources: how many sources the data set has.
        choices: those of the evaluation that its signatures name.
        resamples: bootstrap resamples of the sources; `enough_to_test` are made.
        seed: the study's seed.

    Returns:
        `chance`: dataset, truth (`best-agreeing`, `best-f0.5` or `people`), metric, method, signs
        (`attribution` or one of `BASELINES`), measure (of `MEASURES`), value, low, high, edits,
        right (share of them), sources, note, signature.
        `chance_differences`: for each measure, how much the attributions are above the best of the
        baselines: dataset, truth, metric, method, measure, value, best, best_value, difference,
        low, high, p, p_holm (over all of a data set and truth), sources, note, signature.
        `chance_added`: what φ knows beside the type, by `nested_models`: dataset, truth, metric,
        method, edits, right, auc, auc_type, auc_both and likelihood_type, likelihood_both (mean log
        likelihood of an edit, in nats), beyond_type (auc − auc_type), added (auc_both − auc_type),
        added_likelihood, the last three with _low, _high, _p and _p_holm, sources, note, signature.
    """
    resamples = bootstrap.enough_to_test(resamples)
    measured, compared, added = [], [], []
    for table, claim in claims:
        dataset = the_one(table, "dataset")
        sampling = {
            "sources": sources,
            "resamples": resamples,
            "seed": seed_from(seed, "bootstrap", dataset),
        }
        names = {name: the_one(table, name) for name in ("dataset", "metric", "method")}
        names["signature"] = signature_of(table, **(choices or {}), resamples=resamples)
        folds = nested_models.folds(
            claim.edits["source"].to_numpy(), seed_from(seed, "folds", dataset)
        )
        shuffle = seed_from(seed, "shuffle", dataset)
        for truth in claim.chosen:
            right = _right(claim, claim.edits["sign"].to_numpy() > 0, truth)
            counts = {"edits": len(claim.edits), "right": right.mean() if len(right) else np.nan}
            values = _measures(claim, truth, folds[0], shuffle, sampling)
            rows = {**names, "truth": truth, **counts}
            measured += [
                {**rows, "signs": signs, "measure": measure, **_interval(value)}
                for (signs, measure), value in values.items()
            ]
            compared += [{**rows, **row} for row in _against_the_best(values)]
            if truth != "best-agreeing":
                added.append({**rows, **_added(claim, right, folds, sampling)})
    differences = pd.DataFrame(compared, columns=_COMPARED)
    for _, rows in differences.groupby("truth"):
        differences.loc[rows.index, "p_holm"] = bootstrap.holm(rows["p"].to_numpy())
    return {
        "chance": _ordered(pd.DataFrame(measured), [*_KEYS, "signs", "measure"]),
        "chance_differences": differences,
        "chance_added": _ordered(_corrected(pd.DataFrame(added)), _KEYS),
    }


def _with_signs(attributions: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "phi": attributions["phi"],
            "sign": signs_of(attributions),
            "category": main_type(attributions["type"]),
            "whole": attributions["score"] - attributions["baseline"],
        }
    )


def _right(claim: Claims, positive: np.ndarray, truth: str) -> np.ndarray:
    """Whether each edit is right, by the reference that a truth chooses where `positive` is said.

    Args:
        claim: the edits.
        positive: (edits,) bool.
        truth: the name of one of the claim's truths.
    """
    sentence = claim.edits["sentence"].to_numpy()
    reference = claim.best
    if truth == "best-agreeing" and len(sentence):
        agrees = claim.agrees == positive
        present, starts = np.unique(sentence, return_index=True)
        reference = reference.copy()
        reference[present] = most_agreeing(agrees, claim.exists[:, present], starts)
    return claim.agrees[reference[sentence], np.arange(len(sentence))]


def _measures(
    claim: Claims, truth: str, fold: np.ndarray, shuffle: int, sampling: Mapping[str, int]
) -> dict[tuple[str, str], Resampled]:
    """Each measure of the attributions and of each baseline."""
    edits = claim.edits
    sign = edits["sign"].to_numpy() > 0
    sentence, source = (edits[name].to_numpy(dtype=np.int64) for name in ("sentence", "source"))
    # What types are learnt from is the same whatever is said.
    known = _right(claim, sign, claim.chosen[-1])
    rates = nested_models.category_rates(edits["category"].to_numpy(), known, fold)
    whole = edits["whole"].to_numpy()
    said = {
        PHI: sign,
        "all right": np.ones(len(edits), dtype=bool),
        TYPE: rates >= 0.5,
        "whole": whole > 0,
    }
    confusions = {
        name: confusion(positive, _right(claim, positive, truth)) for name, positive in said.items()
    }
    confusions["shuffled within"] = _shuffled(claim, sign, sentence, truth, shuffle)
    confusions["shuffled over"] = _shuffled(claim, sign, None, truth, shuffle)
    drawn_on = len(np.unique(source))
    measures = {}
    for name in (PHI, *BASELINES):
        signs = bootstrap.statistic(
            sign_measures(confusions[name], source, sampling["sources"]),
            drawn_on=drawn_on,
            **sampling,
        )
        for column, measure in enumerate(SIGN_MEASURES):
            measures[name, measure] = Resampled(
                signs.value[column], signs.replicates[:, column], signs.sources
            )
    if truth == "best-agreeing":
        return measures
    phi = edits["phi"].to_numpy()
    # Each edit has every φ of its sentence, as likely as any other.
    at, swapped = _pairs_within(sentence)
    weights = 1 / np.bincount(sentence)[sentence][at] if len(edits) else np.ones(0)
    curves: dict[str, tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]] = {
        PHI: (np.arange(len(edits)), phi, {}),
        "all right": (np.arange(len(edits)), np.ones(len(edits)), {}),
        "shuffled within": (at, phi[swapped], {"weights": weights}),
        TYPE: (np.arange(len(edits)), rates, {"strata": fold}),
        "whole": (np.arange(len(edits)), whole, {}),
    }
    for name, (rows, values, how) in curves.items():
        measures[name, "auc"] = bootstrap.statistic(
            area_under_curve(values, known[rows], source[rows], **how),
            drawn_on=drawn_on,
            **sampling,
        )
    return measures


def _shuffled(
    claim: Claims, sign: np.ndarray, sentence: np.ndarray | None, truth: str, seed: int
) -> np.ndarray:
    """The mean `confusion` of signs that are shuffled, within sentences or over all edits."""
    random = np.random.Generator(np.random.PCG64(seed))
    total = np.zeros((len(sign), 4))
    for _ in range(_SHUFFLES):
        order = random.random(len(sign))
        if sentence is None:
            shuffled = sign[np.argsort(order)]
        else:
            # Sentences stay where they are, since their edits are one after the other.
            shuffled = sign[np.lexsort([order, sentence])]
        total += confusion(shuffled, _right(claim, shuffled, truth))
    return total / _SHUFFLES


def _pairs_within(sentence: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All ordered pairs of edits of one sentence, an edit with itself among them."""
    if not len(sentence):
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    _, starts, sizes = np.unique(sentence, return_index=True, return_counts=True)
    pairs = [
        (start + np.indices((size, size)).reshape(2, -1))
        for start, size in zip(starts, sizes, strict=True)
    ]
    at, swapped = np.hstack(pairs)
    return at, swapped


def _against_the_best(values: Mapping[tuple[str, str], Resampled]) -> Iterator[dict[str, Any]]:
    """For each measure, the attributions beside the baseline of the highest value."""
    for measure in dict.fromkeys(measure for _, measure in values):
        baselines = {name: values[name, measure] for name in BASELINES if (name, measure) in values}
        known = {name: value for name, value in baselines.items() if not np.isnan(value.value)}
        if not known:
            continue
        best = max(known, key=lambda name: known[name].value)
        attributed = values[PHI, measure]
        difference = bootstrap.difference(attributed, known[best])
        yield {
            "measure": measure,
            "value": float(attributed.value),
            "best": best,
            "best_value": float(known[best].value),
            "difference": float(difference.value),
            **{name: getattr(difference, name) for name in ("low", "high", "p")},
            "p_holm": np.nan,
            **{name: getattr(difference, name) for name in ("sources", "note")},
        }


def _added(
    claim: Claims, right: np.ndarray, folds: np.ndarray, sampling: Mapping[str, int]
) -> dict[str, Any]:
    """What φ knows beside the type, by models that were fitted to other sources."""
    edits = claim.edits
    category, phi = edits["category"].to_numpy(), edits["phi"].to_numpy()
    source = edits["source"].to_numpy(dtype=np.int64)
    drawn_on = len(np.unique(source))
    repeats = len(folds)
    values = {
        PHI: np.tile(phi, (repeats, 1)),
        TYPE: np.array([nested_models.predicted(category, None, right, fold) for fold in folds]),
        "both": np.array([nested_models.predicted(category, phi, right, fold) for fold in folds]),
    }
    areas = {
        name: bootstrap.statistic(
            area_under_curve(
                known.ravel(),
                np.tile(right, repeats),
                np.tile(source, repeats),
                strata=folds.ravel(),
            ),
            drawn_on=drawn_on,
            **sampling,
        )
        for name, known in values.items()
    }
    likelihoods = [
        nested_models.log_likelihood(values[name], right).mean(axis=0) for name in (TYPE, "both")
    ]
    terms = np.column_stack([*likelihoods, likelihoods[1] - likelihoods[0]])
    means = bootstrap.ratio(
        terms,
        np.ones_like(terms),
        source,
        among=np.arange(sampling["sources"]),
        resamples=sampling["resamples"],
        seed=sampling["seed"],
    )
    row = {
        "auc": float(areas[PHI].value),
        "auc_type": float(areas[TYPE].value),
        "auc_both": float(areas["both"].value),
        "likelihood_type": means.value[0],
        "likelihood_both": means.value[1],
    }
    gains = {
        "beyond_type": bootstrap.difference(areas[PHI], areas[TYPE]),
        "added": bootstrap.difference(areas["both"], areas[TYPE]),
        "added_likelihood": means.column(2),
    }
    for name, gain in gains.items():
        row[name] = float(gain.value)
        row |= {f"{name}_{end}": float(getattr(gain, end)) for end in ("low", "high", "p")}
    return {**row, "sources": drawn_on, "note": areas[PHI].note}


def _corrected(added: pd.DataFrame) -> pd.DataFrame:
    """With Holm's correction over the metrics and methods, for each question of its own."""
    gains = ("beyond_type", "added", "added_likelihood")
    return added.assign(
        **{f"{gain}_p_holm": bootstrap.holm(added[f"{gain}_p"].to_numpy()) for gain in gains}
    )


def _interval(value: Resampled) -> dict[str, Any]:
    return {
        "value": float(value.value),
        "low": float(value.low),
        "high": float(value.high),
        "sources": int(value.sources),
        "note": value.note,
    }


def _ordered(table: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """With the keys first and the signature last."""
    columns = [name for name in table if name not in {*keys, "signature"}]
    return table[[*keys, *columns, "signature"]]
