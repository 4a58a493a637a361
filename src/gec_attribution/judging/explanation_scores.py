"""EXCGEC's scores of explanations (Ye et al. 2025): which edits are explained, and how well.

Each edit of a hypothesis is matched with the reference edit whose source interval it overlaps most,
the first of several. Both ends of an interval count: insertions can match, and so do edits that
only touch. Types, severities and descriptions are compared over the matched pairs (the hits) of
the whole corpus, so the scores of systems with other hits are over other pairs.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from gec_attribution.edits.model import Explanation
from gec_attribution.errors import InputError
from gec_attribution.explanations.records import ExplainedEdit, ExplainedSentence
from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.judging.f_scores import Scores, divided
from gec_attribution.judging.text_similarity import Similarity, similarities
from gec_attribution.languages.zh import CHINESE
from gec_attribution.statistics.bootstrap import RESAMPLING, Resampled, Resampling

TYPE_PARTS = ("precision", "recall", "f1")
TYPE_MEASURES = tuple(
    f"{mean}_{part}" for mean in ("micro", "macro") for part in TYPE_PARTS
)
MEASURES = (
    "hit",
    "miss",
    "miss_nonoverlapping",
    "accuracy",
    *TYPE_MEASURES,
    "mae",
    *Similarity._fields,
)


@dataclass(frozen=True)
class ExplanationScores:
    """The scores of a system's explanations.

    Attributes:
        edits: number of its edits.
        reference_edits: number of edits in the reference.
        hits: number of its edits that overlap one of the reference.
        empty_descriptions: number of hits with an empty description; these score 0.
        measures: each of `MEASURES` with its interval; NaN where there is nothing to count. `hit`
            is the share of the edits that are hits; `miss` the share of the reference edits that no
            edit was matched with, as the paper words it (the authors' code does not compute it);
            `miss_nonoverlapping` the share of those that no edit overlaps. `mae` is the mean
            difference of severities. `macro_` is the mean of the types' scores over all 17 labels,
            0 for one that no hit has, so that a perfect system has less than 1 where types are
            missing; `micro_` is of the counts of all labels.
        types: by label, its counts and `TYPE_PARTS`; 0 where nothing is counted, as in macro means.
        labels: of each hit, its type and that of the reference.
    """

    edits: int
    reference_edits: int
    hits: int
    empty_descriptions: int
    measures: Mapping[str, Resampled]
    types: Mapping[str, Scores]
    labels: Sequence[tuple[str, str]]


def match(
    edits: Sequence[ExplainedEdit], references: Sequence[ExplainedEdit]
) -> list[int | None]:
    """The index of the reference edit that each edit is matched with, None without an overlap."""
    return [_best(list(_overlaps(edit, references))) for edit in edits]


class Hits(NamedTuple):
    """The edits of a system that were matched with one of the reference.

    Attributes:
        lines: (hits,) the sentence of each, from 0.
        pairs: its explanation and that of the reference.
        similarities: (hits, 5) how alike their descriptions are, as `Similarity` has it.
        found: (sentences,) how many edits of the reference one was matched with.
    """

    lines: np.ndarray
    pairs: Sequence[tuple[Explanation, Explanation]]
    similarities: np.ndarray
    found: np.ndarray


def find_hits(
    hypotheses: Sequence[ExplainedSentence], references: Sequence[ExplainedSentence]
) -> Hits:
    """The hits of a system, sentence by sentence."""
    lines = []
    pairs = []
    found = []
    for line, (hypothesis, reference) in enumerate(
        zip(hypotheses, references, strict=True)
    ):
        choices = match(hypothesis.edits, reference.edits)
        found.append(len({*choices} - {None}))
        for edit, choice in zip(hypothesis.edits, choices, strict=True):
            if choice is not None:
                lines.append(line)
                pairs.append((edit.explanation, reference.edits[choice].explanation))
    alike = similarities((one.description, other.description) for one, other in pairs)
    return Hits(
        np.array(lines, dtype=np.int64),
        pairs,
        np.array(alike, dtype=np.float64).reshape(-1, len(Similarity._fields)),
        np.array(found, dtype=np.int64),
    )


def score_explanations(
    hypotheses: Sequence[ExplainedSentence],
    references: Sequence[ExplainedSentence],
    sampling: Resampling = RESAMPLING,
) -> ExplanationScores:
    """Score the explanations of a system against a reference of the same sources in the same order.

    Raises:
        InputError: the sources are not the same.
        ModelError: NLTK or rouge-chinese is not installed.
    """
    _check_sources(hypotheses, references)
    hits = find_hits(hypotheses, references)
    measures = _shares(hypotheses, references, hits, sampling)
    labels = [(one.type, other.type) for one, other in hits.pairs]
    counts = _label_counts(hits.lines, labels, len(hypotheses))
    of_types = _sampled_types(counts, len(np.unique(hits.lines)), sampling)
    for number, name in enumerate(TYPE_MEASURES):
        measures[name] = of_types.column(*divmod(number, len(TYPE_PARTS)))
    empty = 0
    for one, other in hits.pairs:
        both_described = one.description.strip() and other.description.strip()
        empty += not both_described
    return ExplanationScores(
        edits=sum(len(sentence.edits) for sentence in hypotheses),
        reference_edits=sum(len(sentence.edits) for sentence in references),
        hits=len(hits.pairs),
        empty_descriptions=empty,
        measures={name: measures[name] for name in MEASURES},
        types=_by_type(of_types, counts.sum(axis=0)),
        labels=labels,
    )


def _shares(
    hypotheses: Sequence[ExplainedSentence],
    references: Sequence[ExplainedSentence],
    hits: Hits,
    sampling: Resampling,
) -> dict[str, Resampled]:
    """The measures that divide sums of the sentences: shares of edits, and means over hits."""
    edits = _numbers(len(sentence.edits) for sentence in hypotheses)
    expected = _numbers(len(sentence.edits) for sentence in references)
    apart = _numbers(map(_count_apart, hypotheses, references))
    count = np.bincount(hits.lines, minlength=len(hypotheses)).astype(np.float64)
    shares = {
        "hit": (count, edits),
        "miss": (expected - hits.found, expected),
        "miss_nonoverlapping": (apart, expected),
    }
    columns = {
        "accuracy": _numbers(one.type == other.type for one, other in hits.pairs),
        "mae": _numbers(
            abs(one.severity - other.severity) for one, other in hits.pairs
        ),
        **dict(zip(Similarity._fields, hits.similarities.T, strict=True)),
    }
    for name, values in columns.items():
        sums = np.zeros(len(hypotheses))
        np.add.at(sums, hits.lines, values)
        shares[name] = (sums, count)
    lines = np.arange(len(hypotheses))
    return {name: sampling.ratio(*terms, lines) for name, terms in shares.items()}


def _numbers(values: Iterable[float]) -> np.ndarray:
    return np.array(list(values), dtype=np.float64)


def _count_apart(hypothesis: ExplainedSentence, reference: ExplainedSentence) -> int:
    """Number of edits of a reference that no edit of the hypothesis overlaps."""
    return sum(not any(_overlaps(edit, hypothesis.edits)) for edit in reference.edits)


def _sampled_types(
    counts: np.ndarray, with_hits: int, sampling: Resampling
) -> Resampled:
    """The `_type_scores` of `_label_counts`; so many sentences have a hit."""
    scores = sampling.statistic(
        lambda weights: _type_scores(np.tensordot(weights, counts, axes=1)), len(counts)
    )
    with_label = np.count_nonzero(counts.any(axis=1), axis=0)
    drawn_on = [with_hits, with_hits, *with_label]
    sources = np.broadcast_to(np.array(drawn_on)[:, None], scores.value.shape)
    return replace(scores, sources=sources)


def _check_sources(
    hypotheses: Sequence[ExplainedSentence], references: Sequence[ExplainedSentence]
) -> None:
    if len(hypotheses) != len(references):
        raise InputError(
            f"there are {len(hypotheses)} hypotheses but {len(references)} references; each "
            "sample needs one, in the same order"
        )
    pairs = zip(hypotheses, references, strict=True)
    for number, (hypothesis, reference) in enumerate(pairs, start=1):
        if CHINESE.unspaced(hypothesis.source) != CHINESE.unspaced(reference.source):
            raise InputError(
                f"sample {number}: the source of the hypothesis is {hypothesis.source!r}, that of "
                f"the reference {reference.source!r}; both must have the same samples in the same "
                "order"
            )


def _overlaps(
    edit: ExplainedEdit, candidates: Iterable[ExplainedEdit]
) -> Iterable[int]:
    """Number of positions that an edit shares with each other one, both ends included."""
    start = edit.edit.start
    end = edit.edit.end
    for candidate in candidates:
        first = max(start, candidate.edit.start)
        last = min(end, candidate.edit.end)
        yield max(0, last - first + 1)


def _best(overlaps: Sequence[int]) -> int | None:
    largest = max(overlaps, default=0)
    return overlaps.index(largest) if largest else None


def _label_counts(
    lines: np.ndarray, types: Sequence[tuple[str, str]], sentences: int
) -> np.ndarray:
    """Numbers of hits with a label in both, and in each, by sentence and label: (n, 3, labels)."""
    sides = np.array(types, dtype=object).reshape(-1, 2).T
    proposed, expected = sides[:, :, None] == np.array(LABELS, dtype=object)
    counts = np.zeros((sentences, 3, len(LABELS)))
    np.add.at(
        counts, lines, np.stack([proposed & expected, proposed, expected], axis=1)
    )
    return counts


def _type_scores(counts: np.ndarray) -> np.ndarray:
    """Micro and macro means and the scores of each label, by part: (corpora, 2 + labels, 3).

    `counts` are those of `_label_counts`, summed for each corpus. A label without counts has 0; a
    corpus without a hit has NaN.
    """
    summed = np.concatenate([counts.sum(axis=2, keepdims=True), counts], axis=2)
    both, proposed, expected = np.moveaxis(summed, 1, 0)
    totals = np.stack([proposed, expected, (proposed + expected) / 2], axis=-1)
    scores = divided(both[..., None], totals, otherwise=0)
    micro = scores[:, :1]
    labels = scores[:, 1:]
    every = np.concatenate([micro, labels.mean(axis=1, keepdims=True), labels], axis=1)
    has_hits = (proposed + expected).any(axis=1)
    return np.where(has_hits[:, None, None], every, np.nan)


def _by_type(of_types: Resampled, counts: np.ndarray) -> dict[str, Scores]:
    """Counts and scores of each label, from the result of `_type_scores`."""
    types = {}
    for place, label in enumerate(LABELS):
        both, proposed, expected = counts[:, place]
        counted = {"tp": both, "fp": proposed - both, "fn": expected - both}
        parts = enumerate(TYPE_PARTS)
        scores = {name: of_types.column(2 + place, number) for number, name in parts}
        types[label] = Scores(counted, scores)
    return types
