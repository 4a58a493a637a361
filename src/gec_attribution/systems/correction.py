"""Correcting a corpus with one system: each sentence once, in parts that survive a killed run."""

import json
import logging
import shutil
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import track

from gec_attribution.errors import CorrectionError
from gec_attribution.languages import Language
from gec_attribution.languages.en import ENGLISH
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.signatures import digest
from gec_attribution.systems.base import System

# Sentences in a chunk, the most that a killed run loses.
CHUNK = 512

logger = logging.getLogger(__name__)


def correct_corpus(
    system: System,
    sources: Sequence[str],
    parts: str | Path | None = None,
    *,
    chunk_size: int = CHUNK,
    progress: bool | None = None,
    language: Language = ENGLISH,
) -> list[str]:
    """The correction of every source.

    A sentence that occurs twice is corrected once; one without tokens stays as it is and is not
    given to the system.

    Args:
        system: the system.
        sources: tokenised sentences.
        parts: folder for the results of an unfinished run; a rerun with the same system and
            sentences resumes from there, and the folder is removed at the end. None keeps nothing.
        chunk_size: the most sentences in a part.
        progress: whether to show a progress bar on standard error; None shows one on a terminal.
        language: the language of the sentences.

    Returns:
        As many sentences as sources, their tokens joined as the language joins them.

    Raises:
        CorrectionError: the system did not return one sentence for each.
    """
    tokenised = [language.join(language.tokenize(source)) for source in sources]
    distinct = list(dict.fromkeys(filter(None, tokenised)))
    chunks = [distinct[i : i + chunk_size] for i in range(0, len(distinct), chunk_size)]
    corrections = {"": ""}
    counts: Counter[str] = Counter()
    start = time.perf_counter()
    system.expect(distinct)
    for chunk in track(
        chunks,
        system.name,
        console=Console(stderr=True),
        disable=not (sys.stderr.isatty() if progress is None else progress),
    ):
        corrected, counted = _corrected(system, chunk, parts, language)
        corrections.update(zip(chunk, corrected, strict=True))
        counts.update(counted)
    changed = sum(corrections[source] != source for source in tokenised)
    logger.info(
        "%s: %d of %d sentences changed, in %.1f s",
        *(system.name, changed, len(tokenised), time.perf_counter() - start),
    )
    for remark, number in sorted(counts.items()):
        logger.warning("%s: %s: %d of %d sentences", system.name, remark, number, len(distinct))
    if parts:
        shutil.rmtree(parts, ignore_errors=True)
    return [corrections[source] for source in tokenised]


def _corrected(
    system: System, chunk: Sequence[str], parts: str | Path | None, language: Language
) -> tuple[list[str], dict[str, int]]:
    """The corrections of a chunk and what was counted, from an earlier run if it got so far."""
    if not parts:
        return _correct(system, chunk, language)
    name = digest({"system": system.signature(), "sources": list(chunk)})
    part = Path(parts) / f"{name}.json"
    if part.is_file():
        saved = json.loads(part.read_text(encoding="utf-8"))
        return saved["corrections"], saved["counts"]
    corrections, counts = _correct(system, chunk, language)
    with write_atomically(part) as temporary:
        content = {"corrections": corrections, "counts": counts}
        temporary.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return corrections, counts


def _correct(
    system: System, chunk: Sequence[str], language: Language
) -> tuple[list[str], dict[str, int]]:
    before = system.counts.copy()
    corrections = [language.join(language.tokenize(text)) for text in system.correct(chunk)]
    if len(corrections) != len(chunk):
        raise CorrectionError(
            f"system {system.name}: returned {len(corrections)} sentences for {len(chunk)}; "
            "it must return one for each"
        )
    return corrections, dict(system.counts - before)
