"""Whether normalised attributions can be compared between sentences.

Equation 5 divides the attributions of a sentence by the sum of their absolute values. Neither their
signs nor their order within the sentence change: what may change is all that compares edits of
different sentences, such as the means of error types (Figure 6).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import rankdata

from gec_attribution.attribution.edit_tables import (
    first_edits,
    is_sampled,
    signature_of,
    the_one,
)
from gec_attribution.edits.error_types import main_type
from gec_attribution.edits.judged import read_judged
from gec_attribution.edits.model import Edit
from gec_attribution.judging.edits_in_references import judge
from gec_attribution.judging.judged_edits import judged_edits, with_judgements
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.statistics.classification import area_under_curve
from gec_attribution.storage.seeds import seed_from
from gec_study.experiments.inputs import Inputs

ALL = "all"
REFERENCE, PEOPLE = "best-f0.5", "people"
AUC, AGREEMENT, BY_EDITS, BY_TOKENS = "auc", "agreement", "size by edits", "size by tokens"
PHI, NORMALISED = "phi", "phi_normalised"
# Numbers of edits of a sentence that are looked at apart; the last has no upper end.
_EDITS = ((1, 1, "1 edit"), (2, 2, "2 edits"), (3, 4, "3 or 4 edits"), (5, None, "5 edits or more"))
_NAMES = ["dataset", "truth", "metric", "method"]


def compute(inputs: Inputs) -> dict[str, pd.DataFrame]:
    """`normalisation` under every metric of a data set, by its references or by people."""
    lengths = np.array([len(inputs.language.tokenize(line)) for line in inputs.sources()])
    if inputs.files["judged"]:
        judged = judged_edits(
            read_judged(inputs.files["judged"][0], inputs.settings["lines"]).corrections
        )
        truth, sources = PEOPLE, int(judged["source"].max()) + 1
        tables = [with_judgements(table, judged) for table in inputs.attributions()]
        tables = [table.rename(columns={"valid": "right"}) for table in tables]
    else:
        references = inputs.references()
        truth, sources = REFERENCE, len(references)
        tables = [with_references(table, references) for table in inputs.attributions()]
    return normalisation(
        [table.assign(tokens=lengths[table["line"] - 1]) for table in tables],
        truth,
        sources=sources,
        min_frequency=inputs.options["min_frequency"],
        include_sampled=inputs.settings["include_sampled"],
        **inputs.resampling,
    )


def with_references(
    attributions: pd.DataFrame, references: Sequence[Sequence[Sequence[Edit]]]
) -> pd.DataFrame:
    """A table of attributions with source (from 0), and right: in the reference of best F0.5.

    Args:
        attributions: those of one metric and method on one data set.
        references: the references of each line, as `read_references` gives them.
    """
    starts = first_edits(attributions)
    judgement = judge(attributions, starts, references)
    chosen = np.repeat(judgement.best, attributions["n_edits"].iloc[starts])
    right = judgement.correct[chosen, np.arange(len(attributions))]
    return attributions.assign(source=attributions["line"] - 1, right=right)


def normalisation(
    attributions: Sequence[pd.DataFrame],
    truth: str,
    *,
    sources: int,
    min_frequency: int = 10,
    include_sampled: bool = True,
    resamples: int = 1000,
    seed: int = 0,
) -> dict[str, pd.DataFrame]:
    """What φ and normalised φ say of edits of different sentences.

    Args:
        attributions: those of each metric by one method on one data set, with the columns source
            (its number), right (bool) and tokens (of the sentence).
        truth: what says which edits are right, `REFERENCE` or `PEOPLE`.
        sources: how many sources the data set has.
        min_frequency: fewest edits of a type that has a place in the order of types.
        include_sampled: keep edits whose attribution is an estimate from a sample of subsets.
        resamples: bootstrap resamples of the sources; `enough_to_test` are made.
        seed: the study's seed.

    Returns:
        `normalisation`: dataset, truth, metric, method, measure, part (`all`, or the edits of some
        sentences), phi and normalised (the measure of both, each with _low and _high), difference
        (normalised − φ) with _low, _high and p, p_holm (over all of the data set), edits, sources,
        note, signature. Measures: `auc`; `agreement` of as many edits called right, the highest, as
        are right; `size by edits` and `size by tokens`, Spearman's correlation of absolute values
        with the number of edits or tokens of the sentence.
        `type_orders`: dataset, metric, method, types, spearman (of the means of types) with _low
        and _high, opposite (types whose two means have opposite signs), edits, sources, note,
        signature.
    """
    resamples = bootstrap.enough_to_test(resamples)
    measured, orders = [], []
    for table in attributions:
        dataset = the_one(table, "dataset")
        sampling: bootstrap.Resampling = {
            "resamples": resamples,
            "seed": seed_from(seed, "bootstrap", dataset),
        }
        kept = table["phi"].notna() & (include_sampled | ~is_sampled(table))
        edits = table[kept].reset_index(drop=True)
        names = {
            "dataset": dataset,
            "truth": truth,
            "metric": the_one(table, "metric"),
            "method": the_one(table, "method"),
        }
        signature = signature_of(table, sampled=include_sampled, resamples=resamples)
        measured += [
            {**names, **row, "signature": signature} for row in _measures(edits, sources, sampling)
        ]
        order = _order_of_types(edits, sources, min_frequency, sampling)
        signature = f"min_frequency:{min_frequency}|{signature}"
        del names["truth"]
        orders.append({**names, **order, "signature": signature})
    comparison = pd.DataFrame(measured)
    comparison["p_holm"] = bootstrap.holm(comparison["p"].to_numpy())
    own = [name for name in comparison if name not in (*_NAMES, "p_holm", "signature")]
    after = own.index("p") + 1
    columns = [*_NAMES, *own[:after], "p_holm", *own[after:], "signature"]
    return {"normalisation": comparison[columns], "type_orders": pd.DataFrame(orders)}


def _measures(
    edits: pd.DataFrame, sources: int, sampling: bootstrap.Resampling
) -> Iterator[dict[str, Any]]:
    """Each measure of φ beside that of normalised φ."""

    def row(
        measure: str, part: str, chosen: pd.DataFrame, of: Callable[[np.ndarray], Resampled]
    ) -> dict[str, Any]:
        plain, normalised = (of(chosen[name].to_numpy()) for name in (PHI, NORMALISED))
        gain = bootstrap.difference(normalised, plain)
        return {
            "measure": measure,
            "part": part,
            **_with_bounds("phi", plain),
            **_with_bounds("normalised", normalised),
            **_with_bounds("difference", gain),
            "p": float(gain.p),
            "edits": len(chosen),
            "sources": int(gain.sources),
            "note": gain.note,
        }

    def share(statistic: Callable[..., Any], chosen: pd.DataFrame) -> Callable[..., Resampled]:
        right, source = chosen["right"].to_numpy(dtype=bool), chosen["source"].to_numpy()
        return lambda values: bootstrap.statistic(
            statistic(values, right, source),
            sources,
            drawn_on=len(np.unique(source)),
            items=len(source),
            **sampling,
        )

    for part, chosen in _parts(edits):
        yield row(AUC, part, chosen, share(area_under_curve, chosen))
    yield row(AGREEMENT, ALL, edits, share(agreement_of_the_highest, edits))
    for measure, column in ((BY_EDITS, "n_edits"), (BY_TOKENS, "tokens")):
        yield row(measure, ALL, edits, _correlation_with(edits, column, sampling))


def _correlation_with(
    edits: pd.DataFrame, column: str, sampling: bootstrap.Resampling
) -> Callable[[np.ndarray], Resampled]:
    """Spearman's correlation of absolute values with a column."""
    other, source = edits[column].to_numpy(dtype=float), edits["source"].to_numpy()
    return lambda values: bootstrap.correlations(np.abs(values), other, source, **sampling)[
        "spearman"
    ]


def _parts(edits: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """All edits, those of sentences with so many edits, and thirds by the length of sentences."""
    yield ALL, edits
    for least, most, name in _EDITS:
        yield name, edits[edits["n_edits"].between(least, most or np.inf)]
    if edits.empty:
        return
    short, middle = (int(np.quantile(edits["tokens"], third)) for third in (1 / 3, 2 / 3))
    yield f"up to {short} tokens", edits[edits["tokens"] <= short]
    if short < middle:
        between = edits["tokens"].between(short, middle, inclusive="right")
        yield f"{short + 1} to {middle} tokens", edits[between]
    yield f"over {middle} tokens", edits[edits["tokens"] > middle]


def agreement_of_the_highest(
    values: np.ndarray, right: np.ndarray, cluster: np.ndarray
) -> Callable[[np.ndarray], np.ndarray]:
    """The agreement of what calls as many items right, the highest, as are right.

    Of items with the value at which these end, each counts as called right in part.

    Args:
        values: (items,) what should be higher for right items.
        right: (items,) bool.
        cluster: (items,) the number of each item's source.

    Returns:
        A statistic for `bootstrap.statistic`; NaN for a corpus without an item.
    """
    descending = np.argsort(-values, kind="stable")
    firsts = np.unique(-values[descending], return_index=True)[1]
    truly = right[descending]

    def compute(counts: np.ndarray) -> np.ndarray:
        if not len(values):
            return np.full(len(counts), np.nan)
        times = counts[:, cluster[descending]]
        tied = np.add.reduceat(times, firsts, axis=1)
        tied_right = np.add.reduceat(times * truly, firsts, axis=1)
        wanted = tied_right.sum(axis=1, keepdims=True)
        before = np.cumsum(tied, axis=1) - tied
        with np.errstate(invalid="ignore", divide="ignore"):
            called = np.clip(wanted - before, 0, tied) / tied
            hits = np.nansum(called * tied_right, axis=1)
            return 1 - 2 * (wanted[:, 0] - hits) / tied.sum(axis=1)

    return compute


def _order_of_types(
    edits: pd.DataFrame, sources: int, min_frequency: int, sampling: bootstrap.Resampling
) -> dict[str, Any]:
    """How alike the orders are that the two means give the frequent types."""
    types = main_type(edits["type"])
    frequencies = types.value_counts()
    frequent = sorted(frequencies.index[frequencies >= min_frequency])
    has_type = types.to_numpy()[:, None] == np.array(frequent, dtype=object)
    among = edits[has_type.any(axis=1)]
    cells = [
        np.reshape(
            [np.bincount(edits["source"], part * members, sources) for members in has_type.T],
            (len(frequent), sources),
        ).T
        for part in (edits[PHI], edits[NORMALISED], np.ones(len(edits)))
    ]

    def means(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        plain, normalised, items = (counts @ cell for cell in cells)
        with np.errstate(invalid="ignore", divide="ignore"):
            return plain / items, normalised / items

    def compute(counts: np.ndarray) -> np.ndarray:
        if len(frequent) < 2:
            return np.full(len(counts), np.nan)
        # A type that a resample lacks leaves that resample's correlation undefined.
        ranks = [rankdata(mean, axis=1, nan_policy="propagate") for mean in means(counts)]
        plain, normalised = (rank - rank.mean(axis=1, keepdims=True) for rank in ranks)
        spread = np.sqrt((plain**2).sum(axis=1) * (normalised**2).sum(axis=1))
        with np.errstate(invalid="ignore"):
            return (plain * normalised).sum(axis=1) / spread

    drawn_on = among["source"].nunique()
    rho = bootstrap.statistic(compute, sources, drawn_on=drawn_on, **sampling)
    plain, normalised = means(np.ones((1, sources)))
    return {
        "types": len(frequent),
        **_with_bounds("spearman", rho),
        "opposite": int((plain * normalised < 0).sum()),
        "edits": len(among),
        "sources": drawn_on,
        "note": rho.note,
    }


def _with_bounds(name: str, value: Resampled) -> dict[str, float]:
    ends = ("value", "low", "high")
    names = (name, f"{name}_low", f"{name}_high")
    return {key: float(getattr(value, end)) for key, end in zip(names, ends, strict=True)}
