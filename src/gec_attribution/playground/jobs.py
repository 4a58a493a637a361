"""A computation for the page: its progress, and how it is stopped."""

import logging
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from gec_attribution.games.game import Score
from gec_attribution.playground.requests import RefusalError

Result = TypeVar("Result")

# Sentences that are scored by one call: with so many, eight edits, scores are those of `explain`.
PART = 256
MOST_SENTENCES = 20_000
"""The most sentences that a metric scores for one request."""


class _WarningsOfThread(logging.Handler):
    """Texts of the warnings that are logged in the thread that makes this handler."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._thread = threading.get_ident()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.thread == self._thread:
            self.texts.append(record.getMessage())


@contextmanager
def logged_warnings() -> Iterator[list[str]]:
    """Collect the warnings that this package logs in this thread while the block runs."""
    handler = _WarningsOfThread()
    logger = logging.getLogger("gec_attribution")
    logger.addHandler(handler)
    try:
        yield handler.texts
    finally:
        logger.removeHandler(handler)


@dataclass
class Job:
    """One computation: its progress, and whether it is to stop.

    Attributes:
        scored: sentences scored so far.
        of: sentences that are to be scored, as far as is known.
        running: whether it has begun, with all models there.
    """

    scored: int = 0
    of: int = 0
    running: bool = False
    _stopped: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """Stop the computation at its next check."""
        self._stopped.set()

    def check(self, *_: object) -> None:
        """Raise RefusalError if the computation is to end."""
        if self._stopped.is_set():
            raise RefusalError("the request was given up", 503)

    def run(self, work: "Callable[[Job], Result]") -> Result:
        """The result of some work, which ends at the next call of any function once it is stopped.

        So a forward pass ends between two layers, and the scores are those of an undisturbed one.
        """
        self.running = True
        sys.setprofile(self.check)
        try:
            return work(self)
        finally:
            sys.setprofile(None)

    def wrap_scorer(self, score: Score) -> Score:
        """Scorer in parts, which counts, and refuses too many sentences.

        Raises:
            RefusalError: as it is called, there are more than the limit, or the job is stopped.
        """
        count = 0

        def scored(sources: Sequence[str], texts: Sequence[str]) -> np.ndarray:
            nonlocal count
            count += len(texts)
            if count > MOST_SENTENCES:
                raise RefusalError(
                    f"the subsets of these edits are {count:,} sentences or more; a metric scores "
                    f"at most {MOST_SENTENCES:,} here: take fewer edits, or a method that asks for "
                    "fewer, or `gec-attribution explain`"
                )
            self.of += len(texts)
            parts = []
            for start in range(0, len(texts), PART):
                self.check()
                part = slice(start, start + PART)
                parts.append(np.asarray(score(sources[part], texts[part])))
                self.scored += len(parts[-1])
            return np.concatenate(parts)

        return scored
