"""Whether corrections get better when the edits that a metric finds harmful are left out.

An edit is left out where its normalised attribution (equation 5 of the paper) is below a
threshold. What is left is compared with the references: precision, recall and F0.5 of ERRANT, and
GLEU. Nothing is extracted or scored again: the edits of a filtered correction are those that were
kept. Beside each filter stands one that leaves out as many edits of the same system, drawn at
random: it shows what fewer edits do, whichever they are.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gec_attribution.attribution.edit_tables import EVERY_SYSTEM, signature_of, the_one
from gec_attribution.edits.matching import Counts, choose_in_corpus, count
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.judging.f_scores import f_scores
from gec_attribution.languages import Language
from gec_attribution.languages.en import ENGLISH
from gec_attribution.metrics import gleu
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.storage.csv_files import read_tables
from gec_attribution.storage.seeds import seed_from
from gec_attribution.systems.filtered import harmful
from gec_study.experiments.inputs import Inputs

# Random filters of which the mean is taken.
DRAWS = 10
# Where a threshold is looked for: -1 keeps every edit.
THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(-20, 21))
ERRANT = ("precision", "recall", "f")
MEASURES = (*ERRANT, "gleu")
TESTS = ("f_p", "over_random_p")
# How a threshold was chosen.
FIXED, TUNED = "fixed", "tuned"

Kept = Sequence[NDArray[np.bool_]]
"""For each line, whether each edit is kept."""


def compute(inputs: Inputs) -> pd.DataFrame:
    """`filtering` by every metric and method, with thresholds tuned on another data set, if any."""
    files = inputs.files["thresholds"]
    tuned = best_thresholds(read_tables(files)) if files else {}

    def thresholds(metric: str, method: str) -> dict[str, float]:
        best = {TUNED: tuned[metric, method]} if (metric, method) in tuned else {}
        return {FIXED: inputs.options["threshold"], **best}

    return filtering(
        inputs.sources(),
        inputs.edits(),
        inputs.references(),
        list(inputs.attributions()),
        thresholds,
        **inputs.resampling,
        language=inputs.language,
    )


class _Corrections:
    """One system's corrections with some of their edits left out, against the references."""

    def __init__(
        self,
        sources: Sequence[Sequence[str]],
        edits: Sequence[Sequence[Edit]],
        references: Sequence[Sequence[Sequence[Edit]]],
    ) -> None:
        self._sources, self._edits, self._references = sources, edits, references
        self._corrected = [
            [apply_edits(source, own) for own in choices]
            for source, choices in zip(sources, references, strict=True)
        ]
        self._compared: dict[tuple[int, bytes], list[Counts]] = {}
        self._overlaps: dict[tuple[int, bytes], gleu.Statistics] = {}

    def counts(self, kept: Kept) -> NDArray[np.int64]:
        """(lines, 3) true positives, false positives and false negatives of ERRANT."""
        compared = [self._compare(line, mask) for line, mask in enumerate(kept)]
        return np.array([counts for _, counts in choose_in_corpus(compared)])

    def overlaps(self, kept: Kept) -> gleu.Statistics:
        """What GLEU is computed from."""
        statistics = [self._overlap(line, mask) for line, mask in enumerate(kept)]
        return gleu.Statistics(*(np.concatenate(part) for part in zip(*statistics, strict=True)))

    def _some(self, line: int, mask: NDArray[np.bool_]) -> list[Edit]:
        return [edit for edit, keep in zip(self._edits[line], mask, strict=True) if keep]

    def _compare(self, line: int, mask: NDArray[np.bool_]) -> list[Counts]:
        key = (line, mask.tobytes())
        if key not in self._compared:
            some = self._some(line, mask)
            self._compared[key] = [count(some, choice) for choice in self._references[line]]
        return self._compared[key]

    def _overlap(self, line: int, mask: NDArray[np.bool_]) -> gleu.Statistics:
        key = (line, mask.tobytes())
        if key not in self._overlaps:
            source = self._sources[line]
            hypothesis = apply_edits(source, self._some(line, mask))
            self._overlaps[key] = gleu.statistics([source], [hypothesis], [self._corrected[line]])
        return self._overlaps[key]


class _Scored(NamedTuple):
    """The scores of a version of a system's corrections, each with those of resampled corpora."""

    precision: Resampled
    recall: Resampled
    f: Resampled
    gleu: Resampled


class _Filtered(NamedTuple):
    """A system's scores before and after filtering, and its F0.5 after random filters.

    The counts of random filters are the means over `DRAWS` of them.
    """

    system: str
    threshold: float
    edits: dict[str, int]
    before: _Scored
    after: _Scored
    random: Resampled


def filtering(
    sources: Sequence[str],
    systems: Mapping[str, Sequence[Sequence[Edit]]],
    references: Sequence[Sequence[Sequence[Edit]]],
    attributions: Sequence[pd.DataFrame],
    thresholds: Callable[[str, str], Mapping[str, float]],
    *,
    resamples: int = 1000,
    seed: int = 0,
    language: Language = ENGLISH,
) -> pd.DataFrame:
    """Every system's scores before and after its harmful edits are left out.

    Args:
        sources: the source of each line of a data set.
        systems: for each system the edits of each line.
        references: for each line the edits of each reference.
        attributions: those of each metric and method on the data set, one frame each.
        thresholds: takes a metric and a method; below each of the thresholds, whose names say how
            they were chosen, normalised attributions are harmful.
        resamples: bootstrap resamples behind each interval; lines are resampled, before and after
            alike.
        seed: the study's seed.
        language: the language of the sentences, whose tokens GLEU counts.

    Returns:
        A row for each system, metric, method and threshold, and, where there are several systems,
        one for the means over them (`EVERY_SYSTEM`): dataset, system, metric, method, choice (the
        name of the threshold), threshold, edits, dropped, unknown (edits without attribution,
        which are kept); precision, recall, f and gleu in [0, 1] after filtering, each with
        `_before` and `_difference` (after − before, with `_low` and `_high`); f_random (after
        random filters) and f_over_random with `_low` and `_high` (f − f_random); sources (lines
        with an edit of the system or the reference), note (why there is no interval); f_p and
        over_random_p (that F0.5 does not change, and that it is that after random filters), each
        with `_holm` (over all rows of the data set); signature. ERRANT's intervals and tests have
        `enough_to_test` resamples, GLEU's intervals those asked for.
    """
    dataset = the_one(attributions[0], "dataset")
    tokens = list(map(language.tokenize, sources))
    sampling = {"resamples": resamples, "seed": seed_from(seed, "bootstrap", dataset)}
    tested = sampling | {"resamples": bootstrap.enough_to_test(resamples)}
    by_choice: dict[tuple[int, str], list[_Filtered]] = {}
    for system, edits in systems.items():
        corrections = _Corrections(tokens, edits, references)
        everything = [np.ones(len(line), dtype=bool) for line in edits]
        before = _score(corrections, everything, sampling, tested)
        for number, table in enumerate(attributions):
            metric, method = the_one(table, "metric"), the_one(table, "method")
            shares = _shares(table, system, edits)
            drawing = seed_from(seed, "filter", dataset, system, metric, method)
            for choice, cut in thresholds(metric, method).items():
                kept = [~harmful(line, cut) for line in shares]
                drawn = _at_random(kept, shares, drawing)
                counts = {
                    "edits": sum(map(len, edits)),
                    "dropped": int(sum((~line).sum() for line in kept)),
                    "unknown": int(sum(np.isnan(line).sum() for line in shares)),
                }
                filtered = _Filtered(
                    *(system, cut, counts, before),
                    after=_score(corrections, kept, sampling, tested),
                    random=_errant_scores(
                        np.mean([corrections.counts(some) for some in drawn], axis=0), **tested
                    )["f"],
                )
                by_choice.setdefault((number, choice), []).append(filtered)
    rows: list[dict[str, Any]] = []
    for (number, choice), filtered_systems in by_choice.items():
        table = attributions[number]
        together = [_mean(filtered_systems)] if len(filtered_systems) > 1 else []
        for filtered in [*filtered_systems, *together]:
            errant = filtered.before.f
            rows.append(
                {
                    "dataset": dataset,
                    "system": filtered.system,
                    "metric": the_one(table, "metric"),
                    "method": the_one(table, "method"),
                    "choice": choice,
                    "threshold": filtered.threshold,
                    **filtered.edits,
                    **_compared(filtered),
                    "sources": int(errant.sources),
                    "note": str(errant.note),
                    "signature": signature_of(
                        table, threshold=filtered.threshold, resamples=resamples
                    ),
                }
            )
    filtered_all = pd.DataFrame(rows)
    return filtered_all.assign(
        **{f"{name}_holm": bootstrap.holm(filtered_all[name].to_numpy()) for name in TESTS}
    )[[*filtered_all.columns.drop("signature"), *(f"{name}_holm" for name in TESTS), "signature"]]


def tune_filters(
    sources: Sequence[str],
    systems: Mapping[str, Sequence[Sequence[Edit]]],
    references: Sequence[Sequence[Sequence[Edit]]],
    attributions: Sequence[pd.DataFrame],
    *,
    language: Language = ENGLISH,
) -> pd.DataFrame:
    """How good the corrections of all systems together are with each of `THRESHOLDS`.

    Args:
        sources: the source of each line of the data set that thresholds are tuned on.
        systems: for each system the edits of each line.
        references: for each line the edits of each reference.
        attributions: those of each metric and method on the data set, one frame each.
        language: the language of the sentences.

    Returns:
        dataset, metric, method, threshold, edits, dropped, precision, recall, f (ERRANT's, of the
        sums over systems), signature; thresholds ascending.
    """
    tokens = list(map(language.tokenize, sources))
    corrections = {
        system: _Corrections(tokens, edits, references) for system, edits in systems.items()
    }
    rows = []
    for table in attributions:
        shares = {system: _shares(table, system, edits) for system, edits in systems.items()}
        for cut in THRESHOLDS:
            kept = {
                system: [~harmful(line, cut) for line in lines] for system, lines in shares.items()
            }
            counts = sum(
                corrections[system].counts(lines).sum(axis=0) for system, lines in kept.items()
            )
            masks = [mask for lines in kept.values() for mask in lines]
            rows.append(
                {
                    "dataset": the_one(table, "dataset"),
                    "metric": the_one(table, "metric"),
                    "method": the_one(table, "method"),
                    "threshold": cut,
                    "edits": sum(map(len, masks)),
                    "dropped": int(sum((~mask).sum() for mask in masks)),
                    **{name: float(score) for name, score in f_scores(*counts)._asdict().items()},
                    "signature": the_one(table, "signature"),
                }
            )
    return pd.DataFrame(rows)


def best_thresholds(tuned: pd.DataFrame) -> dict[tuple[str, str], float]:
    """The threshold of each metric and method with the highest F0.5; of equals, the lowest.

    Args:
        tuned: the table of `tune_filters`.
    """
    ordered = tuned.sort_values(["f", "threshold"], ascending=[False, True], kind="stable")
    best = ordered.drop_duplicates(["metric", "method"])
    return {
        (metric, method): float(cut)
        for metric, method, cut in zip(
            best["metric"], best["method"], best["threshold"], strict=True
        )
    }


def _shares(
    attributions: pd.DataFrame, system: str, edits: Sequence[Sequence[Edit]]
) -> list[NDArray[np.float64]]:
    """The normalised attributions of each line's edits; NaN where the table has none."""
    shares = [np.full(len(line), np.nan) for line in edits]
    own = attributions[attributions["system"] == system]
    for line, edit, share in zip(own["line"], own["edit"], own["phi_normalised"], strict=True):
        shares[line - 1][edit] = share
    return shares


def _at_random(kept: Kept, shares: Sequence[NDArray[np.float64]], seed: int) -> list[Kept]:
    """`DRAWS` filters that leave out as many of the edits with an attribution, drawn at random."""
    sizes = [len(line) for line in kept]
    attributed = np.flatnonzero(~np.isnan(np.concatenate([*shares, np.empty(0)])))
    dropped = sum(int((~line).sum()) for line in kept)
    random = np.random.default_rng(seed)
    drawn: list[Kept] = []
    for _ in range(DRAWS):
        keep = np.ones(sum(sizes), dtype=bool)
        keep[random.choice(attributed, dropped, replace=False)] = False
        drawn.append(np.split(keep, np.cumsum(sizes)[:-1]))
    return drawn


def _score(
    corrections: _Corrections, kept: Kept, sampling: Mapping[str, int], tested: Mapping[str, int]
) -> _Scored:
    """The scores of one version of a system's corrections, ERRANT's resampled as for tests."""
    overlaps = corrections.overlaps(kept)
    overlap = bootstrap.statistic(partial(gleu.score, overlaps), len(kept), **sampling)
    return _Scored(**_errant_scores(corrections.counts(kept), **tested), gleu=overlap)


def _errant_scores(counts: NDArray[Any], **sampling: int) -> dict[str, Resampled]:
    """ERRANT's scores of (lines, 3) counts."""
    # A line without an edit on either side adds nothing to them.
    drawn_on = int(counts.any(axis=1).sum())
    return {
        name: bootstrap.statistic(
            partial(_errant, counts, name), len(counts), drawn_on=drawn_on, **sampling
        )
        for name in ERRANT
    }


def _errant(counts: NDArray[np.float64], measure: str, weights: np.ndarray) -> np.ndarray:
    """A score of ERRANT of each corpus, where `weights` is (corpora, lines)."""
    return getattr(f_scores(*(weights @ counts).T), measure)


def _mean(filtered: Sequence[_Filtered]) -> _Filtered:
    """The means over systems; of edits the sums."""

    def together(measures: Sequence[Resampled]) -> Resampled:
        return Resampled(
            np.mean([one.value for one in measures], axis=0),
            np.mean([one.replicates for one in measures], axis=0),
            np.max([one.sources for one in measures], axis=0),
        )

    def of_scores(scored: Sequence[_Scored]) -> _Scored:
        return _Scored(*(together(measures) for measures in zip(*scored, strict=True)))

    _, thresholds, edits, before, after, random = zip(*filtered, strict=True)
    sums = {name: sum(one[name] for one in edits) for name in edits[0]}
    scores = (of_scores(before), of_scores(after), together(random))
    return _Filtered(EVERY_SYSTEM, thresholds[0], sums, *scores)


def _compared(filtered: _Filtered) -> dict[str, float]:
    """The columns of all measures."""
    columns: dict[str, float] = {}
    for name in MEASURES:
        before, after = (getattr(scored, name) for scored in (filtered.before, filtered.after))
        change = bootstrap.difference(after, before)
        columns |= {
            name: float(after.value),
            f"{name}_before": float(before.value),
            f"{name}_difference": float(change.value),
            f"{name}_difference_low": float(change.low),
            f"{name}_difference_high": float(change.high),
        }
    over = bootstrap.difference(filtered.after.f, filtered.random)
    return columns | {
        "f_random": float(filtered.random.value),
        "f_over_random": float(over.value),
        "f_over_random_low": float(over.low),
        "f_over_random_high": float(over.high),
        "f_p": float(bootstrap.difference(filtered.after.f, filtered.before.f).p),
        "over_random_p": float(over.p),
    }
