"""Long computations in parts that survive a killed run."""

import logging
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter
from rich.console import Console
from rich.progress import track

from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.signatures import digest

logger = logging.getLogger(__name__)

Item = TypeVar("Item")
Content = TypeVar("Content")


def tracked(
    items: Iterable[Item], title: str, progress: bool | None, total: int | None = None
) -> Iterable[Item]:
    """Items with a progress bar on standard error; `title` and `progress` as of `in_parts`."""
    is_shown = sys.stderr.isatty() if progress is None else progress
    return track(
        items, title, total=total, console=Console(stderr=True), disable=not is_shown
    )


def in_parts(
    items: Sequence[Item],
    compute: Callable[[Sequence[Item]], Content],
    form: TypeAdapter[Content],
    *,
    folder: str | Path | None,
    identity: Callable[[], Mapping[str, object]],
    chunk_size: int,
    title: str,
    progress: bool | None,
) -> Iterator[tuple[Sequence[Item], Content]]:
    """Compute chunk by chunk, and take finished chunks of an earlier run from their files.

    Each finished chunk is logged, for whoever follows the log of a job.

    Args:
        items: distinct sentences; the `repr` of each identifies it.
        compute: computation of a chunk.
        form: type of its result, for the file.
        folder: folder of the files, removed at the end; None keeps nothing.
        identity: everything else that the results depend on.
        chunk_size: the most items in a chunk.
        title: name beside the progress bar.
        progress: whether to show the bar on standard error; None shows one on a terminal.
    """
    chunks = [
        items[start : start + chunk_size] for start in range(0, len(items), chunk_size)
    ]
    known = identity() if folder else {}
    done = 0
    logger.info("%s: %d sentences to do, %d at a time", title, len(items), chunk_size)
    for chunk in tracked(chunks, title, progress):
        name = digest({**known, "items": list(map(repr, chunk))})
        part = Path(folder) / f"{name}.json" if folder else None
        if part is None:
            content = compute(chunk)
        else:
            if not part.is_file():
                computed = form.dump_json(compute(chunk))
                with write_atomically(part) as temporary:
                    temporary.write_bytes(computed)
            content = form.validate_json(part.read_bytes())
        done += len(chunk)
        logger.info("%s: %d of %d sentences done", title, done, len(items))
        yield chunk, content
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
