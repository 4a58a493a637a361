"""ChERRANT (Zhang et al. 2022) at the level of characters: span and correction must match.

Scores are those of `parallel_to_m2.py -g char` and `compare_m2_for_evaluation.py`, the official
measure of MuCGEC. Where several alignments are equally cheap, `all` (its default) pools their
edits: one that is in several of them counts several times. `first` takes only the first alignment.

Hypotheses and references, but not sources, are converted to simplified characters. A reference
that reads `没有错误` says that the source has no error, one that reads `无法标注` that it cannot be
corrected; a sentence that has only the latter is left out. An empty hypothesis proposes nothing.
"""

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Literal

import numpy as np

from gec_attribution.edits.model import Edit, misplaced
from gec_attribution.errors import InputError, ModelError
from gec_attribution.evaluation.f_scores import CorpusScores, corpus_scores, f_scores
from gec_attribution.languages.chinese_alignment import Tokens, characters
from gec_attribution.storage.text import iter_lines

NO_ERROR, NOT_ANNOTATABLE = "没有错误", "无法标注"

_TARGET = re.compile(r"T(?P<coder>\d+)(-A\d+)?( |$)")
_EDIT = re.compile(
    r"A (?P<start>-?\d+) (?P<end>-?\d+)\|\|\|(?P<type>.*?)\|\|\|(?P<correction>.*)"
    r"\|\|\|.*?\|\|\|.*?\|\|\|(?P<coder>\d+)"
)

Alignments = Literal["all", "first"]
ALIGNMENTS: tuple[Alignments, ...] = ("all", "first")
FindEdits = Callable[[Tokens, Tokens], Sequence[tuple[Edit, ...]]]
# The edits of each cheapest alignment; None where a coder says that the source cannot be corrected.
Annotation = Sequence[tuple[Edit, ...]] | None
# How often each (start, end, correction) was found.
PooledEdits = Counter[tuple[int, int, str]]


@functools.cache
def simplifier() -> Callable[[str], str]:
    """The conversion of traditional into simplified characters.

    Raises:
        ModelError: the package `OpenCC` is not installed.
    """
    try:
        from opencc import OpenCC
    except ImportError as error:
        raise ModelError(
            "ChERRANT needs the package 'OpenCC': install it with the other packages for Chinese, "
            "pip install 'gec-attribution[chinese]'"
        ) from error
    return OpenCC("t2s").convert


def annotate(source: str, target: str, all_edits: FindEdits) -> Annotation:
    """The edits from a source to one hypothesis or reference.

    Args:
        source: a text.
        target: its hypothesis or reference.
        all_edits: gives the edits of every cheapest alignment, as `ChineseAligner.all_edits`.
    """
    before, after = characters(source), characters(simplifier()(target))
    text = "".join(after)
    if text == NOT_ANNOTATABLE:
        return None
    if text in {"", NO_ERROR} or before == after:
        return [()]
    return all_edits(before, after)


def read_annotations(path: str | Path) -> list[tuple[str, list[Annotation]]]:
    """Each source with what each coder made of it, from an M2 file.

    It may be one that ChERRANT writes: there, the edits (A) of a coder's alignment follow a line
    with their target (T), of which there is one for each alignment. In another, the edits of a
    coder are one alignment, and a sentence without any was left as it is by one coder.

    Returns:
        The source's tokens, joined by one space, and the annotation of each coder.

    Raises:
        InputError: a line is none of such a file; names file and line.
    """
    sentences: list[tuple[str, dict[int, list[list[Edit]]]]] = []
    not_annotatable: set[tuple[int, int]] = set()
    for number, line in enumerate(iter_lines(path), start=1):
        if line.startswith("S "):
            sentences.append((" ".join(line[2:].split()), {}))
        elif sentences and (target := _TARGET.match(line)):
            sentences[-1][1].setdefault(int(target["coder"]), []).append([])
        elif sentences and (found := _EDIT.fullmatch(line)):
            alignments = sentences[-1][1].setdefault(int(found["coder"]), [[]])
            if found["type"] == "NA":
                not_annotatable.add((len(sentences) - 1, int(found["coder"])))
            elif found["type"] != "noop":
                correction = "" if found["correction"] == "-NONE-" else found["correction"]
                edit = Edit(int(found["start"]), int(found["end"]), correction, found["type"])
                position = alignments[-1][-1].end if alignments[-1] else 0
                length = len(sentences[-1][0].split())
                if not position <= edit.start <= edit.end <= length:
                    raise InputError(f"{path}:{number}: {misplaced(edit, position, length)}")
                alignments[-1].append(edit)
        elif line.strip():
            raise InputError(
                f"{path}:{number}: a line of ChERRANT's M2 starts with 'S ' (a sentence) or, after "
                "one, with 'T0-A0 ' (a target) or is an edit, 'A start end|||type|||correction|||"
                f"REQUIRED|||-NONE-|||coder'; found {line[:40]!r}"
            )
    return [
        (
            source,
            [
                None if (index, coder) in not_annotatable else list(map(tuple, alignments))
                for coder, alignments in sorted(coders.items())
            ]
            or [[()]],
        )
        for index, (source, coders) in enumerate(sentences)
    ]


def pool(annotation: Annotation, alignments: Alignments = "all") -> PooledEdits | None:
    """The edits of an annotation, each with how often it counts.

    Args:
        annotation: as `annotate` or `read_annotations` gives it.
        alignments: which of them count.
    """
    if annotation is None:
        return None
    edits = chain.from_iterable(annotation if alignments == "all" else annotation[:1])
    return Counter((edit.start, edit.end, edit.correction.replace(" ", "")) for edit in edits)


def score(
    hypotheses: Sequence[PooledEdits],
    references: Sequence[Sequence[PooledEdits | None]],
    *,
    resamples: int = 1000,
    seed: int = 0,
) -> CorpusScores:
    """Scores of a corpus.

    Each sentence takes the reference that makes F0.5 of the corpus up to there highest; among
    equals the one with the most true positives, the fewest false positives, the fewest false
    negatives, the first. In the resamples behind the intervals, it keeps it.

    Args:
        hypotheses: the edits of each hypothesis.
        references: those of each reference of each sentence, in any number.
        resamples: bootstrap resamples behind each interval.
        seed: seed of the resampling.

    Raises:
        InputError: a sentence has no reference.
    """
    counts = np.array(list(_best_counts(hypotheses, references))).reshape(-1, 3)
    return corpus_scores(counts, resamples=resamples, seed=seed)


def compare(hypothesis: PooledEdits, reference: PooledEdits) -> tuple[int, int, int]:
    """True positives, counted as often as in the reference, false positives, false negatives."""
    return (
        sum(times for edit, times in reference.items() if edit in hypothesis),
        sum(times for edit, times in hypothesis.items() if edit not in reference),
        sum(times for edit, times in reference.items() if edit not in hypothesis),
    )


def _best_counts(
    hypotheses: Sequence[PooledEdits], references: Sequence[Sequence[PooledEdits | None]]
) -> Iterator[np.ndarray]:
    """The counts of each sentence against the reference chosen for it."""
    total = np.zeros(3)
    for number, (hypothesis, choices) in enumerate(
        zip(hypotheses, references, strict=True), start=1
    ):
        if not choices:
            raise InputError(f"sentence {number} has no reference")
        annotated = [choice for choice in choices if choice is not None]
        if not annotated:
            yield np.zeros(3)
            continue
        counts = np.array([compare(hypothesis, choice) for choice in annotated])
        # Rounded as published, where references that differ by less are equal.
        f = f_scores(*(total + counts).T).f.round(4)
        ranks = list(zip(f, *(counts * [1, -1, -1]).T, strict=True))
        best = counts[max(range(len(ranks)), key=lambda index: (ranks[index], -index))]
        yield best
        total = total + best
