"""Work beside the server's own thread: each model is loaded once, one thing computed at a time."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import numpy as np

from gec_attribution.games.game import Score
from gec_attribution.playground.limits import Limits, RefusalError

Result = TypeVar("Result")

# Sentences that are scored before anything can be stopped: with so many, eight edits, scores are
# those of one call, as elsewhere.
PART = 256


def in_thread(work: Callable[[], Result]) -> "Future[Result]":
    """The future result of work in a thread that no end of the program waits for."""
    future: Future[Result] = Future()

    def run() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001  (whoever waits is told)
            future.set_exception(error)
        else:
            future.set_result(result)

    threading.Thread(target=run, daemon=True).start()
    return future


class Model(NamedTuple):
    """Something that takes time to load.

    Attributes:
        kind: `metric`, `system`, `edits` (what finds them) or `words` (what explains them).
        name: its name in the study; of the last two the language.
    """

    kind: str
    name: str


class _Loading(NamedTuple):
    future: "Future[Any]"
    began: float


class Models:
    """Models, each loaded once, in the background, when it is first asked for."""

    def __init__(self) -> None:
        self._loading: dict[Model, _Loading] = {}
        self._took: dict[Model, float] = {}
        self._guard = threading.Lock()
        # One after the other: two would only slow each other down.
        self._turn = threading.Lock()

    def load(self, model: Model, make: Callable[[], Result]) -> "Future[Result]":
        """The model that `make` makes, or is about to; one that failed is tried again."""
        with self._guard:
            known = self._loading.get(model)
            if known and not (known.future.done() and known.future.exception()):
                return known.future
            began = time.monotonic()

            def made() -> Result:
                with self._turn:
                    try:
                        return make()
                    finally:
                        self._took[model] = time.monotonic() - began

            self._took.pop(model, None)
            self._loading[model] = _Loading(in_thread(made), began)
            return self._loading[model].future

    def states(self) -> list[dict]:
        """Each model that was asked for: `state` is `loading`, `ready` or `failed`.

        `seconds` is how long it has been loading, or was.
        """
        with self._guard:
            asked = list(self._loading.items())
        return [
            {
                **model._asdict(),
                "state": _state(loading.future),
                "seconds": round(self._took.get(model, time.monotonic() - loading.began), 1),
            }
            for model, loading in asked
        ]


def _state(future: Future) -> str:
    if not future.done():
        return "loading"
    return "failed" if future.exception() else "ready"


@dataclass
class Job:
    """One computation: how far it is, and whether it is to stop.

    Attributes:
        scored: sentences scored so far.
        of: sentences that are to be scored, as far as is known.
        running: whether it has begun.
    """

    limits: Limits
    scored: int = 0
    of: int = 0
    running: bool = False
    _stopped: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """Let the computation end where it next can."""
        self._stopped.set()

    def check(self) -> None:
        """Raise RefusalError if the computation is to end."""
        if self._stopped.is_set():
            raise RefusalError("the request was given up", 503)

    def around(self, score: Score) -> Score:
        """What scores in parts, counted, and refuses too many sentences.

        Raises:
            RefusalError: as it is called, there are more than the limit, or the job is stopped.
        """
        asked = 0

        def scored(sources: Sequence[str], texts: Sequence[str]) -> np.ndarray:
            nonlocal asked
            asked += len(texts)
            if asked > self.limits.scores:
                raise RefusalError(
                    f"the subsets of these edits are {asked:,} sentences or more; a metric scores "
                    f"at most {self.limits.scores:,} here: take fewer edits, or a method that asks "
                    "for fewer, or `gec-attribution explain`"
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


class Queue:
    """Computes one thing at a time, while a few wait."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._jobs: list[Job] = []
        self._turn = threading.Lock()

    def add(self, work: Callable[[Job], Result]) -> "tuple[Job, Future[Result]]":
        """Compute something as soon as nothing else is computed.

        Raises:
            RefusalError: too many wait already.
        """
        if len(self._jobs) > self._limits.waiting:
            raise RefusalError(
                f"{len(self._jobs)} requests are waiting already; try again when they are answered",
                503,
            )
        job = Job(self._limits)
        self._jobs.append(job)

        def worked() -> Result:
            try:
                with self._turn:
                    job.check()
                    job.running = True
                    return work(job)
            finally:
                self._jobs.remove(job)

        return job, in_thread(worked)

    def stop(self) -> None:
        """Let everything end where it next can."""
        for job in list(self._jobs):
            job.stop()

    def state(self) -> dict:
        """How many requests wait, and how far the one is that is computed."""
        jobs = list(self._jobs)
        running = next((job for job in jobs if job.running), None)
        return {
            "waiting": sum(not job.running for job in jobs),
            "scored": running.scored if running else 0,
            "of": running.of if running else 0,
        }
