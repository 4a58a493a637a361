"""Synthetic corpora of any size, and the time and memory that a command takes."""

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gec_attribution.edits.model import AnnotatedSentence, Edit

VOCABULARY = 10_000


@dataclass(frozen=True)
class Cost:
    """The time and memory of a command.

    Attributes:
        seconds: from its start to its end.
        cpu_seconds: of processor time, in all its threads.
        peak_mb: the most memory it had at a time, in MiB.
    """

    seconds: float
    cpu_seconds: float
    peak_mb: float


def synthetic_corrections(
    shapes: Sequence[tuple[int, int]], count: int, seed: int
) -> Iterator[AnnotatedSentence]:
    """Meaningless sentences with replacements, as long and as much edited as real ones.

    Args:
        shapes: (tokens, edits) of real sentences; each synthetic one has those of one of them,
            drawn with replacement, and at least as many tokens as edits.
        count: sentences wanted.
        seed: of the draws.
    """
    generator = np.random.default_rng(seed)
    for tokens, edits in generator.choice(np.array(shapes), count).tolist():
        length = max(tokens, edits)
        words = [f"w{word}" for word in generator.integers(VOCABULARY, size=length).tolist()]
        places = np.sort(generator.choice(length, edits, replace=False)).tolist()
        corrections = generator.integers(VOCABULARY, size=edits).tolist()
        found = tuple(
            Edit(place, place + 1, f"v{correction}", "R:OTHER")
            for place, correction in zip(places, corrections, strict=True)
        )
        yield AnnotatedSentence(" ".join(words), {0: found})


def measure(command: Sequence[str]) -> Cost:
    """Run a command and measure its time and memory.

    Its memory is at least that of the process that measures, whose copy it is at first.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    start = time.perf_counter()
    process = subprocess.Popen(command)  # noqa: S603, the caller's own
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
