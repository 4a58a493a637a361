"""EXCGEC's scores of explanations (Ye et al. 2025): which edits are explained, and how well.

Each edit of a hypothesis is matched with the reference edit whose source interval it overlaps most,
the first of several. Both ends of an interval count: insertions can match, and so do edits that
only touch. Types, severities and descriptions are compared over the matched pairs (the hits) of
the whole corpus, so the scores of systems with other hits are over other pairs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import numpy as np

from gec_attribution.edits.model import Edit, Explanation
from gec_attribution.errors import InputError
from gec_attribution.explanations.records import ExplainedEdit, ExplainedSentence
from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.judging.f_scores import Scores, divided
from gec_attribution.judging.text_similarity import Similarity, similarities
from gec_attribution.languages.zh import CHINESE
from gec_attribution.statistics.bootstrap import RESAMPLING, Resampled, Resampling

TYPE_PARTS = ("precision", "recall", "f1")
TYPE_MEASURES = tuple(map("_".join, product(("micro", "macro"), TYPE_PARTS)))
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
        types: counts and `TYPE_PARTS` by label; 0 where nothing is counted, as in macro means.
        labels: type of each hit, and type of its match in the reference.
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
    matched = []
    for edit in edits:
        overlaps = [_overlap(edit.edit, reference.edit) for reference in references]
        largest = max(overlaps, default=0)
        matched.append(overlaps.index(largest) if largest else None)
    return matched


def _overlap(edit: Edit, other: Edit) -> int:
    """Number of positions that two edits share, both ends included."""
    return max(0, min(edit.end, other.end) - max(edit.start, other.start) + 1)


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
    sentences = zip(hypotheses, references, strict=True)
    for line, (hypothesis, reference) in enumerate(sentences):
        choices = match(hypothesis.edits, reference.edits)
        found.append(len({*choices} - {None}))
        for edit, choice in zip(hypothesis.edits, choices, strict=True):
            if choice is not None:
                lines.append(line)
                pairs.append((edit.explanation, reference.edits[choice].explanation))
    alike = similarities((one.description, other.description) for one, other in pairs)
    table = np.array(alike, dtype=np.float64).reshape(-1, len(Similarity._fields))
    return Hits(np.array(lines, dtype=np.int64), pairs, table, np.array(found))


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
    edits = sum(len(sentence.edits) for sentence in hypotheses)
    expected = sum(len(sentence.edits) for sentence in references)
    empty = 0
    for one, other in hits.pairs:
        empty += "" in (one.description.strip(), other.description.strip())
    return ExplanationScores(
        edits=edits,
        reference_edits=expected,
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
    sentences = len(hypotheses)
    expected = _edit_counts(references)
    apart = np.fromiter(map(_count_apart, hypotheses, references), np.float64)
    count = np.bincount(hits.lines, minlength=sentences).astype(np.float64)
    shares = {
        "hit": (count, _edit_counts(hypotheses)),
        "miss": (expected - hits.found, expected),
        "miss_nonoverlapping": (apart, expected),
    }
    same_types = [one.type == other.type for one, other in hits.pairs]
    differences = [abs(one.severity - other.severity) for one, other in hits.pairs]
    of_hits: dict[str, Sequence[float]] = {"accuracy": same_types, "mae": differences}
    of_hits |= zip(Similarity._fields, hits.similarities.T, strict=True)
    for name, values in of_hits.items():
        sums = np.bincount(hits.lines, values, minlength=sentences)
        shares[name] = (sums, count)
    lines = np.arange(sentences)
    return {name: sampling.ratio(*terms, lines) for name, terms in shares.items()}


def _edit_counts(sentences: Sequence[ExplainedSentence]) -> np.ndarray:
    """(sentences,) the number of edits of each sentence."""
    return np.array([len(sentence.edits) for sentence in sentences], dtype=np.float64)


def _count_apart(hypothesis: ExplainedSentence, reference: ExplainedSentence) -> int:
    """Number of edits of a reference that no edit of the hypothesis overlaps."""
    return match(reference.edits, hypothesis.edits).count(None)


def _sampled_types(
    counts: np.ndarray, with_hits: int, sampling: Resampling
) -> Resampled:
    """`_type_scores` of `_label_counts`; `with_hits` is the number of sentences with a hit."""

    def measure(weights: np.ndarray) -> np.ndarray:
        return _type_scores(np.tensordot(weights, counts, axes=1))

    scores = sampling.statistic(measure, len(counts))
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


def _label_counts(
    lines: np.ndarray, types: Sequence[tuple[str, str]], sentences: int
) -> np.ndarray:
    """Numbers of hits with a label in both, and in each, by sentence and label: (n, 3, labels)."""
    sides = np.array(types, dtype=object).reshape(-1, 2).T
    proposed, expected = sides[:, :, None] == np.array(LABELS, dtype=object)
    has_label = np.stack([proposed & expected, proposed, expected], axis=1)
    counts = np.zeros((sentences, 3, len(LABELS)))
    np.add.at(counts, lines, has_label)
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
