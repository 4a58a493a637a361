"""ChERRANT's scores of a corpus, and its M2 files; `metrics.cherrant` counts the edits."""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gec_attribution.edits.matching import choose_in_corpus
from gec_attribution.edits.model import Edit, misplaced
from gec_attribution.errors import InputError
from gec_attribution.judging.f_scores import Scores, corpus_scores
from gec_attribution.metrics.cherrant import Annotation, PooledEdits, compare
from gec_attribution.statistics.bootstrap import RESAMPLING, Resampling
from gec_attribution.storage.text import iter_lines

_TARGET = re.compile(r"T(?P<coder>\d+)(-A\d+)?( |$)")
_EDIT = re.compile(
    r"A (?P<start>-?\d+) (?P<end>-?\d+)\|\|\|(?P<type>.*?)\|\|\|(?P<correction>.*)"
    r"\|\|\|.*?\|\|\|.*?\|\|\|(?P<coder>\d+)"
)


def read_annotations(path: str | Path) -> list[tuple[str, list[Annotation]]]:
    """Each source of an M2 file, with the annotations of its coders.

    In a file by ChERRANT, each alignment of a coder begins with a line of its target (T), followed
    by its edits (A). In other files the edits of a coder are one alignment, and a sentence without
    edits was left unchanged by one coder.

    Returns:
        The source's tokens, joined by one space, and the annotation of each coder.

    Raises:
        InputError: a line is not of such a file; names file and line.
    """
    sentences: list[tuple[str, dict[int, list[list[Edit]]]]] = []
    not_annotatable: set[tuple[int, int]] = set()
    for number, line in enumerate(iter_lines(path), start=1):
        if line.startswith("S "):
            sentences.append((" ".join(line[2:].split()), {}))
        elif sentences and (target := _TARGET.match(line)):
            sentences[-1][1].setdefault(int(target["coder"]), []).append([])
        elif sentences and (annotated := _EDIT.fullmatch(line)):
            alignments = sentences[-1][1].setdefault(int(annotated["coder"]), [[]])
            if annotated["type"] == "NA":
                not_annotatable.add((len(sentences) - 1, int(annotated["coder"])))
            elif annotated["type"] != "noop":
                correction = "" if annotated["correction"] == "-NONE-" else annotated["correction"]
                edit = Edit(
                    int(annotated["start"]), int(annotated["end"]), correction, annotated["type"]
                )
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


def score(
    hypotheses: Sequence[PooledEdits],
    references: Sequence[Sequence[PooledEdits | None]],
    sampling: Resampling = RESAMPLING,
) -> Scores:
    """Scores of a corpus, whose hypotheses each have at least one reference.

    Each sentence takes the reference that makes F0.5 of the corpus up to there highest; among
    equals the one with the most true positives, the fewest false positives, the fewest false
    negatives, the first. In the resamples behind the intervals, it keeps it.
    """
    compared = (
        [compare(hypothesis, choice) for choice in choices if choice is not None]
        for hypothesis, choices in zip(hypotheses, references, strict=True)
    )
    counts = np.array(list(choose_in_corpus(compared)), dtype=np.float64).reshape(-1, 3)
    return corpus_scores(counts, sampling)
