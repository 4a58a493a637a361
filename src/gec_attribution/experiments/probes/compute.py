"""Known-answer tests of metrics: right edits, useless ones, and edits that should be alike.

A reference's own edits are right by construction (after Choshen and Abend 2018, MAEGE). Written
sentences (`corpora.probes`) have edits that correct nothing. Others come in pairs with another
gendered or national word each; the same edit should get the same φ in both.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
import pandas as pd

from gec_attribution.attribution.dataset import attribute_dataset
from gec_attribution.attribution.edit_tables import the_one
from gec_attribution.attribution.explained import ScoredBy
from gec_attribution.corpora.probes import USELESS, read_pairs
from gec_attribution.errors import InputError
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.experiments.probes.labels import (
    ALL,
    CHANCE,
    DIFFERENCE,
    DIRECTED,
    NORMALISED,
    OTHER,
    OWN,
    POSITIVE,
    PREFERRED,
    REAL,
    SHARED,
    SIGN_CHANGES,
    SIZE,
    TAU,
    USELESS_EDITS,
)
from gec_attribution.games.plan import REFERENCE
from gec_attribution.games.values import ValueTable
from gec_attribution.judging.edits_in_references import judge
from gec_attribution.statistics.bootstrap import with_holm
from gec_attribution.statistics.signs import signs_of


@dataclass(frozen=True)
class Ratio:
    """A measure as a ratio of sums over items.

    Attributes:
        kind: `OWN`, `SHARED`, `OTHER`, `USELESS_EDITS`, `REAL`, or a contrast of pairs.
        group: kind of useless edits, word of a contrast, or `ALL`.
        measure: the name of the measure.
        upper: (items,) terms of the upper sum; NaN where undefined.
        lower: (items,) terms of the lower sum.
        source: (items,) source, or template, of each item.
    """

    kind: str
    group: str
    measure: str
    upper: np.ndarray
    lower: np.ndarray
    source: np.ndarray


def compute(inputs: Inputs) -> pd.DataFrame:
    """`probes` under every metric of a data set.

    Raises:
        InputError: a data set without references has no probe.
    """
    tables = []
    references = inputs.references()
    for metric, attributions in zip(inputs.metrics, inputs.attributions(), strict=True):
        if references:
            ratios = list(right_edits(inputs, metric, attributions, references))
        else:
            (path,) = inputs.files["pairs"]
            pairs = read_pairs(path, inputs.settings["lines"])
            ratios = [
                *useless_edits(attributions),
                *edits_in_pairs(attributions, pairs),
            ]
        if not ratios:
            raise InputError(
                f"{inputs.dataset}: no edit is of a type such as {USELESS}SYNONYM, which marks one "
                "that corrects nothing, and no two sentences are compared"
            )
        edits = {"edits": f"1-{inputs.options['most_edits']}"} if references else {}
        evaluation = inputs.evaluation().of(attributions, **edits)
        method = the_one(attributions, "method")
        tables.append(measured(evaluation, ratios, method, lines=len(references)))
    return with_holm(pd.concat(tables, ignore_index=True))


def measured(
    evaluation: Evaluation, ratios: Iterable[Ratio], method: str = "", *, lines: int = 0
) -> pd.DataFrame:
    """The measures with intervals, beside chance; sources are drawn from all `lines`, if given.

    Returns:
        dataset, metric, method, kind, group, measure, value, low, high, chance (for scores at
        random; NaN where a measure has none), p (of chance), items, missing (items
        without a defined value), sources, note, signature.
    """
    rows = []
    for ratio in ratios:
        defined = ~np.isnan(ratio.upper)
        chance = CHANCE.get(ratio.measure, np.nan)
        has_chance = not np.isnan(chance)
        shift = chance if has_chance else 0.0
        beyond_chance = ratio.upper - shift * ratio.lower
        mean = evaluation.with_test_resamples().ratio(
            beyond_chance[defined],
            ratio.lower[defined],
            ratio.source[defined],
            among=np.arange(1, lines + 1) if lines else None,
        )
        counts = {
            "chance": chance,
            "p": mean.p if has_chance else np.nan,
            "items": int(defined.sum()),
            "missing": int((~defined).sum()),
        }
        kind = {"kind": ratio.kind, "group": ratio.group, "measure": ratio.measure}
        row = evaluation.row({"method": method, **kind}, mean, counts)
        for column, number in mean.columns().items():
            row[column] = number + shift
        rows.append(row)
    return pd.DataFrame(rows)


def positive(sign: np.ndarray) -> np.ndarray:
    """1 for a positive sign of φ, 0 for a negative one, 0.5 for a tie; NaN for none."""
    return (sign + 1) / 2


def _mean(
    kind: str,
    group: str,
    measure: str,
    values: pd.Series | np.ndarray,
    source: pd.Series,
) -> Ratio:
    terms = np.asarray(values, dtype=float)
    return Ratio(
        kind, group, measure, terms, np.ones_like(terms), source.to_numpy(np.int64)
    )


def right_edits(
    inputs: Inputs, metric: str, attributions: pd.DataFrame, references: list
) -> Iterator[Ratio]:
    """The share of edits with φ > 0 of references and systems, and what lattices say."""
    names = [f"{REFERENCE}{number}" for number in range(max(map(len, references)))]
    played = {
        name: list(values) for name, values in inputs.values(metric, names).items()
    }
    rated = attribute_dataset(
        inputs.dataset,
        played,
        inputs.methods()[0],
        ScoredBy.signed(metric, ""),
        language=inputs.language,
        seed=inputs.seed,
    )
    yield _mean(OWN, ALL, POSITIVE, positive(signs_of(rated)), rated["line"])
    shared = judge(attributions, references).correct.any(axis=0)
    for kind, chosen in ((SHARED, shared), (OTHER, ~shared)):
        rows = attributions[chosen]
        yield _mean(kind, ALL, POSITIVE, positive(signs_of(rows)), rows["line"])
    rows = [
        (sentence.line, *lattice_measures(sentence.table))
        for sentence in chain(*played.values())
        if sentence.edits
    ]
    lattices = pd.DataFrame(rows, columns=["line", PREFERRED, TAU])
    for measure in (PREFERRED, TAU):
        yield _mean(OWN, ALL, measure, lattices[measure], lattices["line"])


def lattice_measures(table: ValueTable) -> tuple[float, float]:
    """Preference of all edits together over none, and Kendall's τ along the lattice.

    τ is over all pairs of coalitions with one inside the other: the share of pairs with a higher
    value for the larger one, minus the share with a lower value. A coalition with more
    edits is the better text where all edits are right.

    Returns:
        1, 0.5 where both are equal, or 0; and τ in [−1, 1]. NaN where a value is.
    """
    values = table.dense
    if np.isnan(values).any():
        return np.nan, np.nan
    masks = np.arange(len(values))
    order = pairs = 0
    for mask in masks[1:]:
        lower = masks[:mask]
        subsets = lower[(lower & mask) == lower]
        order += np.sign(values[mask] - values[subsets]).sum()
        pairs += len(subsets)
    improves = np.sign(values[-1] - values[0])
    return float(improves + 1) / 2, float(order) / pairs


def useless_edits(attributions: pd.DataFrame) -> Iterator[Ratio]:
    """φ of edits that correct nothing, by their kind, and of the real edits of their sentences.

    The types of useless edits begin with `USELESS`, and there is at most one in a sentence.
    """
    useless = attributions["type"].str.startswith(USELESS)
    kinds = attributions["type"].str.removeprefix(USELESS).where(useless)
    # The kind of the one useless edit of a sentence is that of the sentence.
    of_sentence = kinds.groupby(
        [attributions["system"], attributions["line"]]
    ).transform("first")
    rows = attributions.assign(
        useless=useless, kind=of_sentence, sign=signs_of(attributions)
    )
    rows = rows[rows["kind"].notna()]
    for group in [*dict.fromkeys(rows["kind"]), ALL] if len(rows) else []:
        of_kind = rows if group == ALL else rows[rows["kind"] == group]
        for kind, some in (
            (USELESS_EDITS, of_kind[of_kind["useless"]]),
            (REAL, of_kind[~of_kind["useless"]]),
        ):
            yield _mean(kind, group, POSITIVE, positive(some["sign"]), some["line"])
            yield _mean(kind, group, NORMALISED, some["phi_normalised"], some["line"])


def edits_in_pairs(attributions: pd.DataFrame, pairs: pd.DataFrame) -> Iterator[Ratio]:
    """Paired differences of φ between the two sentences of each pair, edit by edit.

    Differences and their sizes are relative to the mean |φ| of the edits compared. Templates are
    resampled, since sentences of one template are alike. A difference is between a word and all
    words compared with it; a contrast with a direction, such as gender, has one, of the second
    words less the first. Sign changes are the share of pairs in which one φ is positive and the
    other is not; a zero is half of each.
    """
    same = ["system", "edit"]
    rated = attributions[[*same, "line", "phi"]].assign(sign=signs_of(attributions))
    other = rated.rename(columns=lambda name: name if name in same else f"other_{name}")
    compared = pairs.merge(rated, on="line").merge(other, on=["other_line", *same])
    for contrast in dict.fromkeys(compared["contrast"]):
        rows = compared[compared["contrast"] == contrast]
        template = rows["template"].to_numpy()
        difference = (rows["other_phi"] - rows["phi"]).to_numpy()
        size = (rows["phi"].abs() + rows["other_phi"].abs()).to_numpy() / 2
        changes = (positive(rows["sign"]) - positive(rows["other_sign"])).abs()
        if contrast in DIRECTED:
            yield Ratio(contrast, ALL, DIFFERENCE, difference, size, template)
        yield Ratio(contrast, ALL, SIZE, np.abs(difference), size, template)
        yield _mean(contrast, ALL, SIGN_CHANGES, changes, rows["template"])
        if contrast in DIRECTED:
            continue
        for word in dict.fromkeys([*rows["word"], *rows["other_word"]]):
            second = (rows["other_word"] == word).to_numpy()
            has_word = second | (rows["word"] == word).to_numpy()
            towards = np.where(second, difference, -difference)[has_word]
            yield Ratio(
                contrast, word, DIFFERENCE, towards, size[has_word], template[has_word]
            )
