"""Figure 4: whether edits of positive attribution are those that a reference has (section 4.4)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import is_sampled, the_one
from gec_attribution.experiments.agreement.labels import BEST_AGREEING, BEST_F
from gec_attribution.experiments.evaluation import Evaluation, Results, Row
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.judging.edits_in_references import (
    Judgement,
    References,
    common_sentences,
    judge,
)
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.statistics.classification import area_under_curve
from gec_attribution.statistics.differences import differences
from gec_attribution.statistics.signs import signs_of

MIN_EDITS = 2  # of a sentence: the sign of an only edit is that of ΔM
THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def compute(inputs: Inputs) -> Results:
    """`agreement` of every method under every metric, and the differences between them."""
    evaluation = inputs.evaluation().with_test_resamples()
    references = inputs.references()
    frames = [
        agreement(evaluation, attributions, references)
        for _, attributions in inputs.attributions_by_metric()
    ]
    table = pd.concat(frames, ignore_index=True)
    statistics = table.rename(columns={"agreement": "value"})
    compared = differences(
        statistics, keys=["protocol", "threshold"], family=["protocol"]
    )
    return {"agreement": table, "differences/agreement": compared}


def agreement(
    evaluation: Evaluation,
    attributions: Sequence[pd.DataFrame],
    references: References,
) -> pd.DataFrame:
    """The share of edits with an attribution of the sign that a reference gives them.

    A positive attribution agrees where the reference has the edit, a negative one where it lacks
    it. An attribution of zero, or one that is noise, says neither and is left out. All methods are
    compared on the same sentences: those on which each of them is defined and gives some edit an
    attribution.

    There are two protocols. `best-agreeing` takes for each sentence and method the reference that
    agrees most, as in the paper (among equals the last, as in the authors' code). `best-f0.5` takes
    the one with which the hypothesis has the best F0.5, independent of the attributions.

    `attributions` are of one metric, one frame per method, of the same edits. Edits with a
    normalised |φ| up to each of `THRESHOLDS` are counted.

    Returns:
        dataset, metric, method, protocol, threshold, agreement, low, high, sources (with a counted
        edit), note, constant (agreement if each counted edit is called right, by the same
        protocol), lead (agreement minus that constant; lead_low, lead_high), edits (counted),
        sentences (of the common set), sampled_sentences and
        sampled_edits (of that set, those of sampled attribution), flipped_share (share of these
        sentences with signs flipped by the rescaling of section 4.2), zero_edits (left out for an
        attribution of zero, at any threshold), missing (sentences outside the common set), larger
        (probability of a larger normalised |φ| for an agreeing edit than for another one, in
        sentences of as many edits, ties counted half; larger_low, larger_high), signature,
        replicates (the agreement in each resample, for `differences`).

    Raises:
        InputError: the methods have not attributed the same edits.
    """
    tables, missing = common_sentences(attributions, MIN_EDITS)
    judgement = judge(tables[0], references)
    # The lines of all metrics, so that all metrics are resampled alike.
    every_line = attributions[0]["line"].to_numpy()
    curves: list[_Curve] = []
    for table, whole in zip(tables, attributions, strict=True):
        of_method = evaluation.of(whole, edits=f"{MIN_EDITS}-", sampled=True)
        # Of the whole table, since no sentence may have edits enough.
        method = the_one(whole, "method")
        curves += _curves(of_method, method, table, judgement, np.unique(every_line))
    # All curves are resampled together, one after the other.
    counted = np.column_stack([curve.counted for curve in curves])
    agreeing = np.column_stack([curve.agreeing for curve in curves])
    leads = np.column_stack([curve.leads for curve in curves])
    lines = tables[0]["line"].to_numpy()
    sampling = evaluation.of(attributions[0])
    measured = sampling.ratio(agreeing, counted, lines, among=every_line)
    lead = sampling.ratio(leads, counted, lines, among=every_line)
    rows = []
    for number, curve in enumerate(curves):
        first = number * len(THRESHOLDS)
        place = slice(first, first + len(THRESHOLDS))
        names = {**curve.names, "threshold": THRESHOLDS}
        row = curve.evaluation.row(
            names,
            measured.column(place),
            value="agreement",
            **curve.numbers,
            missing=missing,
            larger=curve.larger,
            lead=lead.column(place),
        )
        rows.append(pd.DataFrame(row))
    table = pd.concat(rows, ignore_index=True)
    return table.assign(replicates=list(measured.replicates.T))


class _Curve(NamedTuple):
    """Agreement of a method by one protocol, as terms of ratios that are resampled later.

    Attributes:
        evaluation: evaluation of the method.
        names: of the method and of the protocol.
        numbers: further columns of the result.
        larger: probability of a larger normalised |φ| for an agreeing edit.
        counted: (edits, thresholds) bool, edits with an attribution up to each threshold.
        agreeing: (edits, thresholds) bool, those of them that agree.
        leads: (edits, thresholds) 1 for a counted edit that agrees though it is not right, −1 for
            one that does not agree though it is right, else 0.
    """

    evaluation: Evaluation
    names: dict[str, str]
    numbers: Row
    larger: Resampled
    counted: np.ndarray
    agreeing: np.ndarray
    leads: np.ndarray


def _curves(
    evaluation: Evaluation,
    method: str,
    table: pd.DataFrame,
    judgement: Judgement,
    sources: np.ndarray,
) -> Iterator[_Curve]:
    """The curves of a method, by each protocol; `sources` are all lines of the data set."""
    sign = signs_of(table)
    is_signed = sign != 0
    agrees = ((sign > 0) == judgement.correct) & is_signed
    share = table["phi_normalised"].abs().to_numpy()
    counted = (share[:, None] <= np.array(THRESHOLDS)) & is_signed[:, None]
    edits = counted.sum(axis=0)
    sampled = is_sampled(table)
    firsts = judgement.starts
    is_flipped = table["scale"].iloc[firsts] < 0
    numbers = {
        "edits": edits,
        "sentences": len(firsts),
        "sampled_sentences": sampled[firsts].sum(),
        "sampled_edits": sampled.sum(),
        "flipped_share": is_flipped.mean(),
        "zero_edits": (~is_signed).sum(),
    }
    # By each protocol the reference for the method, and the one for a predictor that calls every
    # edit right: it is judged by the reference with most of the edits, or of best F0.5.
    most_agreeing = judgement.most_agreeing(agrees)
    most_right = judgement.most_agreeing(judgement.correct)
    protocols = {
        BEST_AGREEING: (most_agreeing, most_right),
        BEST_F: (judgement.best, judgement.best),
    }
    signed = table[is_signed]
    strata = signed["n_edits"].to_numpy()
    source = np.searchsorted(sources, signed["line"].to_numpy())
    drawn_on = len(np.unique(source))
    for protocol, (reference, reference_of_constant) in protocols.items():
        agreed = judgement.by(reference, agrees)
        right = judgement.by(reference_of_constant, judgement.correct)
        with np.errstate(invalid="ignore"):  # a threshold that counts no edit
            constant = (counted & right[:, None]).sum(axis=0) / edits
        area = area_under_curve(
            share[is_signed], agreed[is_signed], source, strata=strata
        )
        lead = agreed.astype(int) - right
        yield _Curve(
            evaluation,
            names={"method": method, "protocol": protocol},
            numbers={"constant": constant, **numbers},
            larger=evaluation.statistic(area, len(sources), drawn_on=drawn_on),
            counted=counted,
            agreeing=counted & agreed[:, None],
            leads=counted * lead[:, None],
        )
