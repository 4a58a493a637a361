"""Progress of many sentences: a bar on a terminal, and a line now and then in the log."""

import logging
import time
from typing import Self

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

# Seconds between two lines of the log.
SECONDS = 10.0

logger = logging.getLogger(__name__)


class ExplainProgress:
    """Progress of records, including the loading of models.

    Args:
        total: number of records; None if it is unknown.
        shown: whether to show a bar on standard error; None shows one on a terminal.
        reported: whether to report at all, as for several sentences.
    """

    def __init__(
        self, total: int | None, *, shown: bool | None, reported: bool
    ) -> None:
        console = Console(stderr=True)
        bar = console.is_terminal if shown is None else shown
        self._bar = Progress(
            *Progress.get_default_columns(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            disable=not (bar and reported),
        )
        self._task = self._bar.add_task("loading models", total=total)
        self._reported = reported
        self._total = total
        self._done = 0
        self._began = self._last = time.monotonic()

    def __enter__(self) -> Self:
        """Begin to count."""
        self._report("loading models")
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the bar, and report the number of records."""
        self._bar.stop()
        self._report(f"{self._counted()} records made")

    def begin(self) -> None:
        """Report that the models are loaded."""
        self._bar.update(self._task, description="explaining")
        self._report(
            f"explaining, {self._total or 'unknown how many'} records to be made"
        )

    def made(self, records: int) -> None:
        """Count records that were made."""
        self._done += records
        self._bar.update(self._task, completed=self._done)
        if time.monotonic() - self._last >= SECONDS:
            self._report(f"{self._counted()} records made")

    def _counted(self) -> str:
        return f"{self._done:,}" + (f" of {self._total:,}" if self._total else "")

    def _report(self, sentence: str) -> None:
        self._last = time.monotonic()
        if self._reported:
            logger.info("%s, %.0f s", sentence, self._last - self._began)
