"""Dependence of edits on each other: its strength, their distance, their types.

The paper names what Shapley values do not show as a limitation: whether an edit is worth what it is
by itself or beside another one. All numbers are read off the table of pairs (`attribution.pairs`).
"""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from gec_attribution.edits.error_types import main_type
from gec_attribution.edits.model import m2_tokens
from gec_attribution.experiments.evaluation import Evaluation, Results
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.formatting.changes import change
from gec_attribution.languages import Language
from gec_attribution.statistics.paired_sums import frequencies
from gec_attribution.statistics.signs import signs, sizes_of

# The distances that are told apart, in tokens of the source between two edits; the lowest of each.
DISTANCES = {0: "0", 1: "1", 2: "2", 3: "3–4", 5: "5–8", 9: "9–16", 17: "≥ 17"}
ALL = "all"
_COLUMNS = ["dataset", "metric", "system", "line", "one", "other", "type", "distance"]
_COLUMNS += ["n_edits", "phi_one", "phi_other", "shapley", "taylor", "signature"]


def compute(inputs: Inputs) -> Results:
    """`interactions` and the `strongest` of them under every metric."""
    tables = []
    shown = []
    fewest = inputs.options["min_frequency"]
    for metric, path in zip(inputs.metrics, inputs.files["interactions"], strict=True):
        pairs = pd.read_parquet(path)
        tables.append(
            interactions(inputs.evaluation(metric), pairs, min_frequency=fewest)
        )
        shown.append(strongest(pairs, inputs.language))
    return {
        "interactions": pd.concat(tables, ignore_index=True),
        "strongest_interactions": pd.concat(shown, ignore_index=True),
    }


def interactions(
    evaluation: Evaluation, pairs: pd.DataFrame, *, min_frequency: int
) -> pd.DataFrame:
    """Size of interactions: of all pairs, by distance and by the types of the two edits.

    `mean` is the mean |I| of the pairs, I the Shapley interaction index, in the metric's unit.
    `relative` is the same in units of what the edits are worth: Σ|I| / Σ ½(|φ_i| + |φ_j|) over the
    pairs, φ the Shapley values, so that metrics can be compared. `negative` is the share of pairs
    that are worth less together than apart; an interaction within the noise of the scores (`signs`)
    is not. `left_out` is the mean over sentences with two edits or more of the share of the
    variance over coalitions that no additive explanation has
    (`attribution.interactions.variance_by_order`).

    Returns:
        A row for each group and measure, of two types of errors where they have `min_frequency`
        pairs: dataset, metric, by (`all`, `distance` or `types`), group, measure, value, low, high,
        items (pairs, or sentences for `left_out`), sources (with one), note, missing (pairs without
        known interaction, all groups), signature. Types are ordered by frequency; a distance
        without a pair has undefined values.
    """
    if len(pairs):
        evaluation = evaluation.of(pairs, min_frequency=min_frequency)
    defined = pairs[pairs["shapley"].notna()]
    groups = list(_groups(defined, min_frequency))
    # The lines of all metrics, so that all metrics are resampled alike.
    every_line = pairs["line"].to_numpy()
    line = defined["line"].to_numpy()
    in_group = np.column_stack([members for *_, members in groups])
    by_measure = {}
    for measure, (upper, lower) in _terms(defined).items():
        by_measure[measure] = evaluation.ratio(
            upper, lower, line, groups=in_group, among=every_line
        )
    sentences = _sentences(defined)
    left_out = evaluation.mean(
        sentences["left_out"].to_numpy(), sentences["line"].to_numpy(), among=every_line
    )
    missing = len(pairs) - len(defined)
    rows = []
    for place, (by, group, members) in enumerate(groups):
        measures = [
            (measure, measured.column(place), members.sum())
            for measure, measured in by_measure.items()
        ]
        if by == ALL:
            measures.append(("left_out", left_out, len(sentences)))
        for measure, measured, items in measures:
            names = {"by": by, "group": group, "measure": measure}
            row = evaluation.row(names, measured, {"items": items}, missing=missing)
            rows.append(row)
    return pd.DataFrame(rows)


def _groups(
    pairs: pd.DataFrame, min_frequency: int
) -> Iterator[tuple[str, str, np.ndarray]]:
    """All pairs, those of each distance, and those of each two types: by, group, and a mask."""
    yield ALL, ALL, np.ones(len(pairs), dtype=bool)
    lowest = list(DISTANCES)
    number = np.searchsorted(lowest, pairs["distance"].to_numpy(), side="right") - 1
    for place, name in enumerate(DISTANCES.values()):
        yield "distance", name, number == place
    yield from _by_types(pairs, min_frequency)


def _sentences(pairs: pd.DataFrame) -> pd.DataFrame:
    """A row for each sentence with a known share of variance: that of its first pair."""
    is_first = (pairs["edit_i"] == 0) & (pairs["edit_j"] == 1)
    return pairs[is_first].dropna(subset="left_out")


def _terms(pairs: pd.DataFrame) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Each measure as two terms of every pair, whose sums are divided."""
    shapley = pairs["shapley"].to_numpy()
    strength = np.abs(shapley)
    both = pairs["phi_i"].abs() + pairs["phi_j"].abs()
    worth = both.to_numpy() / 2
    is_negative = signs(shapley, sizes_of(pairs)) < 0
    one = np.ones_like(strength)
    return {
        "mean": (strength, one),
        "relative": (strength, worth),
        "negative": (is_negative, one),
    }


def strongest(pairs: pd.DataFrame, language: Language, count: int = 5) -> pd.DataFrame:
    """The pairs of a metric with the largest |I|, as a reader sees them, the strongest first.

    Edits that several systems made alike in a sentence are shown once, by the pair of the strongest
    interaction.

    Returns:
        At most `count` rows: dataset, metric, system, line (from 1), one and other (the two edits,
        as in `goes → go`), type (of both), distance, n_edits, phi_one, phi_other, shapley, taylor,
        signature.
    """
    sizes = pairs["shapley"].abs().reset_index(drop=True).dropna()
    rows = sizes.sort_values(ascending=False, kind="stable").index
    edits = ["original_i", "correction_i", "original_j", "correction_j"]
    by_strength = pairs[["line", *edits, "distance"]].iloc[rows]
    is_first = ~by_strength.duplicated().to_numpy()
    shown = pairs.iloc[rows[is_first][:count]]
    # Texts are joined only for the pairs shown; there may be millions of others.
    texts = shown[edits].map(lambda text: language.join(m2_tokens(text)))
    shown = shown.rename(columns={"phi_i": "phi_one", "phi_j": "phi_other"})
    shown["one"] = list(map(change, texts["original_i"], texts["correction_i"]))
    shown["other"] = list(map(change, texts["original_j"], texts["correction_j"]))
    shown["type"] = shown["type_i"] + " + " + shown["type_j"]
    return shown[_COLUMNS].reset_index(drop=True)


def _by_types(
    pairs: pd.DataFrame, min_frequency: int
) -> Iterator[tuple[str, str, np.ndarray]]:
    """The pairs of each two types, whichever comes first in the sentence."""
    first = main_type(pairs["type_i"]).astype(str)
    second = main_type(pairs["type_j"]).astype(str)
    names = [" + ".join(sorted(types)) for types in zip(first, second, strict=True)]
    of_pair = pd.Series(names, dtype=str)
    counts = frequencies(of_pair)
    for name in counts.index[counts >= min_frequency]:
        yield "types", name, (of_pair == name).to_numpy()
