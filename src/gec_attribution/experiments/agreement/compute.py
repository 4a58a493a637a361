"""Figure 4: whether edits of positive attribution are those that a reference has (section 4.4)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import is_sampled, the_one
from gec_attribution.edits.model import Edit
from gec_attribution.experiments.evaluation import Evaluation, Row
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.judging.edits_in_references import common_sentences, judge
from gec_attribution.statistics.classification import area_under_curve
from gec_attribution.statistics.differences import differences
from gec_attribution.statistics.signs import signs_of

MIN_EDITS = 2  # of a sentence: the sign of an only edit is that of ΔM
THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def compute(inputs: Inputs) -> dict[str, pd.DataFrame]:
    """`agreement` of every method under every metric, and the differences between them."""
    evaluation, references = inputs.evaluation().with_test_resamples(), inputs.references()
    frames = [
        agreement(evaluation, attributions, references)
        for _, attributions in inputs.attributions_by_metric()
    ]
    table = pd.concat(frames, ignore_index=True)
    compared = differences(
        table.rename(columns={"agreement": "value"}),
        keys=["protocol", "threshold"],
        family=["protocol"],
    )
    return {"agreement": table, "differences/agreement": compared}


def agreement(
    evaluation: Evaluation,
    attributions: Sequence[pd.DataFrame],
    references: Sequence[Sequence[Sequence[Edit]]],
    *,
    thresholds: Sequence[float] = THRESHOLDS,
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
    normalised |φ| up to each threshold are counted.

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
    starts = judgement.starts
    # Predictor that calls every edit right: judged by the reference with most of the edits, or of
    # best F0.5.
    constant = {
        "best-agreeing": judgement.most_agreeing(judgement.correct),
        "best-f0.5": judgement.best,
    }
    # The lines of all metrics, so that all metrics are resampled alike.
    among = attributions[0]["line"].to_numpy()
    sources, cluster = np.unique(among), tables[0]["line"].to_numpy()
    # Columns of one array, so that all curves are resampled together.
    numerators, denominators, leads = [], [], []
    curves: list[tuple[Evaluation, Row, Row]] = []
    for table, whole in zip(tables, attributions, strict=True):
        of_method = evaluation.of(whole, edits=f"{MIN_EDITS}-", sampled=True)
        sign = signs_of(table)
        agrees = ((sign > 0) == judgement.correct) & (sign != 0)
        share = table["phi_normalised"].abs().to_numpy()
        counted = (share[:, None] <= np.asarray(thresholds)) & (sign != 0)[:, None]
        protocols = {"best-agreeing": judgement.most_agreeing(agrees), "best-f0.5": judgement.best}
        for protocol, reference in protocols.items():
            agreed = judgement.by(reference, agrees)
            right = judgement.by(constant[protocol], judgement.correct)
            with np.errstate(invalid="ignore"):  # a threshold that counts no edit
                constant_shares = (counted & right[:, None]).sum(axis=0) / counted.sum(axis=0)
            area = area_under_curve(
                share[sign != 0],
                agreed[sign != 0],
                np.searchsorted(sources, cluster[sign != 0]),
                strata=table["n_edits"].to_numpy()[sign != 0],
            )
            drawn_on = len(np.unique(cluster[sign != 0]))
            numerators.append(counted & agreed[:, None])
            denominators.append(counted)
            leads.append(counted * (agreed.astype(int) - right)[:, None])
            names = {"method": the_one(whole, "method"), "protocol": protocol}
            about = {
                "constant": constant_shares,
                "edits": counted.sum(axis=0),
                "sentences": len(starts),
                "sampled_sentences": is_sampled(table)[starts].sum(),
                "sampled_edits": is_sampled(table).sum(),
                "flipped_share": (table["scale"].iloc[starts] < 0).mean(),
                "zero_edits": (sign == 0).sum(),
                "missing": missing,
                "larger": of_method.statistic(area, len(sources), drawn_on=drawn_on),
            }
            curves.append((of_method, names | {"threshold": list(thresholds)}, about))
    measured = of_method.ratio(
        np.column_stack(numerators), np.column_stack(denominators), cluster, among=among
    )
    lead = of_method.ratio(
        np.column_stack(leads), np.column_stack(denominators), cluster, among=among
    )
    rows = []
    for number, (of_method, names, about) in enumerate(curves):
        place = slice(number * len(thresholds), (number + 1) * len(thresholds))
        about["lead"] = lead.column(place)
        row = of_method.row(names, measured.column(place), value="agreement", **about)
        rows.append(pd.DataFrame(row))
    return pd.concat(rows, ignore_index=True).assign(replicates=list(measured.replicates.T))
