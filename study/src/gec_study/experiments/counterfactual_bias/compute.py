"""Whether a metric rates the same edit alike in sentences that differ in one word alone.

An outlook of the talk behind the paper. The word is gendered or names a nation
(`corpora.probes`); what the edit corrects is the same, so any difference of its φ is the word's
doing. Unlike Figure 6's bias, which is about types of errors.
"""

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import signature_of, the_one
from gec_attribution.corpora.probes import read_pairs
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.signs import signs_of
from gec_attribution.storage.seeds import seed_from
from gec_study.experiments.inputs import Inputs

ALL_PAIRS = "all"
# Contrasts whose pairs have a direction, and what the second words are and the first ones.
DIRECTED = {"gender": ("feminine", "masculine")}


def compute(inputs: Inputs) -> pd.DataFrame:
    """`counterfactual_bias` under every metric on a data set."""
    (path,) = inputs.files["pairs"]
    pairs = read_pairs(path, inputs.settings["lines"])
    return pd.concat(
        counterfactual_bias(attributions, pairs, **inputs.resampling)
        for attributions in inputs.attributions()
    )


def counterfactual_bias(
    attributions: pd.DataFrame, pairs: pd.DataFrame, *, resamples: int = 1000, seed: int = 0
) -> pd.DataFrame:
    """Paired differences of φ between the two sentences of each pair, edit by edit.

    All are relative to the mean |φ| of the edits compared, so that metrics can be compared. The
    templates are resampled, since sentences of one template are alike. The measures are

    - `difference`: the mean of φ with a word less φ with another one, over all that it is compared
      with. A contrast with a direction, such as gender, has one row instead: the second words less
      the first,
    - `size`: the mean size |difference| of all pairs of a contrast,
    - `sign_changes`: the share of its pairs in which one φ is positive and the other is not.

    Args:
        attributions: those of one metric and one method on one data set.
        pairs: which of its lines are compared, with `corpora.probes.PAIR_COLUMNS`.
        resamples: bootstrap resamples behind each interval.
        seed: the study's seed.

    Returns:
        dataset, metric, method, contrast, group (`all`, or the word that others are compared with),
        measure, value, low, high, items (pairs of edits), sources (templates), note (why there is
        no interval), missing (pairs of the contrast without two defined φ), signature.
    """
    dataset = the_one(attributions, "dataset")
    compared = _compared(attributions, pairs)
    defined = compared[compared[["phi", "other_phi"]].notna().all(axis=1)]
    rows = []
    for contrast in dict.fromkeys(pairs["contrast"]):
        own = defined[defined["contrast"] == contrast]
        missing = int((compared["contrast"] == contrast).sum()) - len(own)
        for group, measure, upper, lower, counted in _terms(own, contrast):
            value = bootstrap.ratio(
                upper,
                lower,
                own["template"].to_numpy(),
                resamples=resamples,
                seed=seed_from(seed, "bootstrap", dataset),
            )
            rows.append(
                {
                    "dataset": dataset,
                    "metric": the_one(attributions, "metric"),
                    "method": the_one(attributions, "method"),
                    "contrast": contrast,
                    "group": group,
                    "measure": measure,
                    "value": float(value.value),
                    "low": float(value.low),
                    "high": float(value.high),
                    "items": int(counted.sum()),
                    "sources": int(value.sources),
                    "note": value.note,
                    "missing": missing,
                    "signature": signature_of(attributions, resamples=resamples),
                }
            )
    return pd.DataFrame(rows)


def _compared(attributions: pd.DataFrame, pairs: pd.DataFrame) -> pd.DataFrame:
    """One row per pair and edit: the pair, and `phi`, `sign`, `other_phi`, `other_sign`."""
    same = ["system", "edit"]
    rated = attributions[[*same, "line", "phi"]].assign(sign=signs_of(attributions))
    other = rated.rename(columns=lambda name: name if name in same else f"other_{name}")
    return pairs.merge(rated, on="line").merge(other, on=["other_line", *same])


def _terms(rows: pd.DataFrame, contrast: str) -> list[tuple]:
    """For each statistic of a contrast: group, measure, upper and lower terms, what is counted."""
    difference = (rows["other_phi"] - rows["phi"]).to_numpy()
    size = (rows["phi"].abs() + rows["other_phi"].abs()).to_numpy() / 2
    every = np.ones(len(rows), dtype=bool)
    changes = ((rows["sign"] > 0) != (rows["other_sign"] > 0)).to_numpy(dtype=float)
    terms: list[tuple] = [
        (ALL_PAIRS, "size", np.abs(difference), size, every),
        (ALL_PAIRS, "sign_changes", changes, every.astype(float), every),
    ]
    if contrast in DIRECTED:
        return [(ALL_PAIRS, "difference", difference, size, every), *terms]
    for word in dict.fromkeys([*rows["word"], *rows["other_word"]]):
        in_line, in_other_line = (
            (rows["word"] == word).to_numpy(),
            (rows["other_word"] == word).to_numpy(),
        )
        towards = np.where(in_other_line, difference, 0.0) - np.where(in_line, difference, 0.0)
        counted = in_line | in_other_line
        terms.append((word, "difference", towards, np.where(counted, size, 0.0), counted))
    return terms
